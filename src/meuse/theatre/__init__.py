"""One geographic model of north-west Europe in May 1940, laid under the grids of all games."""
