"""Steps that games share: whole questions with their orders, in which a book fills in what is its own.

Each is a `Step` whose methods a game overrides (marked `@overrides`): what a unit may spend, where it may stop, and why
not. What the books do in ways of their own (searches for retreats, zones, supply, shifts) is not here.
"""
