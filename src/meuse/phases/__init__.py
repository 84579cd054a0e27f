"""Steps that games share: whole questions with their orders. A game fills in what is special to its book.

Each is a `Step` whose methods a game overrides (marked `@overrides`): what a unit may spend, where it may stop, and why
not. What each book does in its own way (retreat searches, zones, supply, shifts) is not here.
"""
