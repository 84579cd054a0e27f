"""France '40 (GMT Games, 2nd edition, Mark Simonitch): Sickle Cut and Dynamo, 6.4 km a hex, a day a turn."""
