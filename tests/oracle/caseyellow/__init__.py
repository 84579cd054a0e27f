"""A second account of Case Yellow, 1940, from the words of its book and the rulings of its ledger.

`chart` and `board` are the map and the moment, `zones`, `limits` and `movement` chapters 9 and 10; `looking` compares.
"""

from oracle.caseyellow.looking import CaseYellowAccount

ACCOUNT = CaseYellowAccount()
