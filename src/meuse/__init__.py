"""Meuse: five board wargames on the campaign of May 1940."""
