"""What tests and measurements of the web service share: visitors to it, crashes, noise."""
