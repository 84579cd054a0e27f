"""Several servers on one database: who is there, who keeps which match, and how requests get to him."""
