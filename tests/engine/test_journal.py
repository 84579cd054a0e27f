"""Saved games: the same state bit for bit, and every damaged file refused with its line and the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

import meuse
from kits.journals import line_of, refused
from meuse import journal
from meuse.entries import MOST_UNDO
from meuse.lab.play import play_out
from meuse.opponents import bot

from .toy import GERMAN, Vote, toy


@pytest.fixture(scope="module")
def text() -> str:
    """A game of a few orders with dice, as text."""
    game = meuse.new("skirmish", seed="the Meuse")
    for order in ("bid 1", "bid 0", "move 24ID 5114", "end", "done", "end", "done"):
        game.play(order)
    return journal.write(game)


# -- whole files


def test_a_saved_game_comes_back_with_the_very_state(tmp_path: Path) -> None:
    game = meuse.new("skirmish", seed=7)
    play_out(game, {"german": bot("random", 1), "allied": bot("random", 2)})
    game.save(tmp_path / "g.meuse")
    loaded = meuse.load(tmp_path / "g.meuse")

    assert loaded.state.digest() == game.state.digest()
    assert loaded.journal == game.journal
    assert loaded.result == game.result
    assert journal.write(loaded) == journal.write(game)


def test_a_game_goes_on_after_loading(tmp_path: Path) -> None:
    game = meuse.new("skirmish", seed=7)
    game.play("bid 1", "german")
    game.save(tmp_path / "g.meuse")
    loaded = meuse.load(tmp_path / "g.meuse")
    for one in (game, loaded):
        one.play("bid 0", "allied")
        one.play("end")
        one.play("done")
    assert loaded.state.digest() == game.state.digest()


def test_a_game_without_an_order_can_be_saved(tmp_path: Path) -> None:
    meuse.new("skirmish", seed="").save(tmp_path / "g.meuse")
    assert meuse.load(tmp_path / "g.meuse").journal == []


def test_a_person_can_read_it(text: str) -> None:
    rows = text.splitlines()
    assert rows[:3] == ["meuse 1", "game skirmish", "scenario sedan"]
    assert "seed the Meuse" in rows
    assert any(
        row.startswith("german move 24ID 5114") and row.endswith("# 24th Infantry Division moves to 5114")
        for row in rows
    )
    assert rows[-1].startswith("# state 7 ")


def test_notes_and_spaces_may_be_edited(text: str) -> None:
    edited = text.replace("# 24th Infantry Division moves to 5114", "# a bold stroke").replace(
        "german end", "  german   end  "
    )
    bare = "\n".join(row if row.startswith("# state") else row.partition("#")[0] for row in text.splitlines())
    assert journal.replay(journal.parse(edited)).state.digest() == journal.replay(journal.parse(bare)).state.digest()


def test_options_are_kept_with_their_kinds() -> None:
    rows = ["meuse 1", "game x", "scenario y", "revision 1", "data d", "option a yes", "option b 3", "option c red"]
    parsed = journal.parse("\n".join([*rows, "seed 7", "---", "# state 0 ab"]))
    assert parsed.options == {"a": True, "b": 3, "c": "red"}


# -- damaged files


def test_a_foreign_file_is_refused() -> None:
    assert refused("GIF89a ...") == (1, "this is not a saved game: it must begin with 'meuse 1'")
    assert refused("") == (1, "this is not a saved game: it must begin with 'meuse 1'")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "g.meuse").write_bytes(b"meuse 1\n\xff\xfe")
    with pytest.raises(meuse.BadJournal, match="line 1: this is not a text file"):
        meuse.load(tmp_path / "g.meuse")


def test_an_unknown_key_of_the_header_is_refused(text: str) -> None:
    assert refused(text.replace("revision", "revsion")) == (
        4,
        "'revsion' does not belong in the header; '---' must end it",
    )


def test_a_header_without_an_end_is_refused(text: str) -> None:
    line, reason = refused(text.replace("---\n", ""))
    assert line == 7
    assert "'german' does not belong in the header" in reason
    assert refused("meuse 1\ngame skirmish") == (2, "the header must end with '---'")


@pytest.mark.parametrize("key", ["game", "scenario", "revision", "data", "seed"])
def test_a_header_must_be_whole(text: str, key: str) -> None:
    rows = [row for row in text.splitlines() if not row.startswith(f"{key} ")]
    assert refused("\n".join(rows)) == (6, f"the header has no line {key!r}")


def test_a_key_that_occurs_twice_is_refused(text: str) -> None:
    assert refused(text.replace("---", "seed 8\n---")) == (7, "'seed' occurs twice in the header")


def test_a_revision_that_is_no_number_is_refused(text: str) -> None:
    assert refused(text.replace("revision 1", "revision one")) == (4, "the revision must be a number, not 'one'")


def test_an_option_without_a_value_is_refused(text: str) -> None:
    assert refused(text.replace("---", "option fog\n---")) == (7, "an option needs a value")


@pytest.mark.parametrize(
    "change", [("game skirmish", "game chess"), ("scenario sedan", "scenario x"), ("---", "option fog 1\n---")]
)
def test_what_the_program_does_not_have_is_refused(text: str, change: tuple[str, str]) -> None:
    line, reason = refused(text.replace(*change))
    assert line == 1
    assert "has no" in reason or "there is no game" in reason


def test_a_line_without_a_side_is_refused(text: str) -> None:
    line = line_of(text, "german end")
    changed = text.replace("german end", "belgian end", 1)
    assert refused(changed) == (line, "an order begins with its side, german or allied, not 'belgian'")


def test_an_illegal_order_is_refused(text: str) -> None:
    line, reason = refused(text.replace("move 24ID 5114", "move 24ID 4113"))
    assert line == line_of(text, "german move")
    assert reason.startswith("move 24ID 4113: 5.1: 24th Infantry Division has 4 movement points")


def test_an_order_of_the_wrong_side_is_refused(text: str) -> None:
    line, reason = refused(text.replace("german move", "allied move"))
    assert line == line_of(text, "german move")
    assert "it is not the Allied side's decision" in reason


def test_an_undo_is_refused(text: str) -> None:
    line = line_of(text, "german end")
    assert refused(text.replace("german end", "german undo", 1)) == (
        line, "a saved game holds the orders that stand, and no 'undo'",
    )  # fmt: skip


def test_a_changed_die_is_refused(text: str) -> None:
    die = journal.parse(text).lines[4].dice
    assert die is not None
    line, reason = refused(text.replace(f"# [{die[0]}]", f"# [{die[0] % 3 + 1}]", 1))
    assert line == line_of(text, "german done")
    assert reason.startswith(f"the dice are ({die[0]},), but the file says")


def test_a_die_that_was_struck_out_is_refused(text: str) -> None:
    die = journal.parse(text).lines[4].dice
    assert die is not None
    assert refused(text.replace(f"# [{die[0]}]", "#", 1))[0] == line_of(text, "german done")


def test_another_seed_is_found_out(text: str) -> None:
    assert refused(text.replace("seed the Meuse", "seed the Seine"))[0] >= line_of(text, "german done")


def test_a_changed_state_is_refused(text: str) -> None:
    line = len(text.splitlines())
    digest = journal.parse(text).checks[-1].digest
    changed = text.replace(digest, digest[::-1])
    assert refused(changed) == (line, "after 7 orders the state is not the one recorded")


def test_the_state_before_the_first_order_is_checked_too() -> None:
    text = journal.write(meuse.new("skirmish", seed=7))
    digest = journal.parse(text).checks[-1].digest
    assert refused(text.replace(digest, digest[::-1]))[1] == "after 0 orders the state is not the one recorded"


@pytest.mark.parametrize("kept", [1, 3, 7, 8, 10, 13])
def test_a_file_that_is_cut_off_is_refused(text: str, kept: int) -> None:
    assert refused("\n".join(text.splitlines()[:kept]))[0] == kept


def test_a_file_that_is_cut_off_within_its_last_line_is_refused(text: str) -> None:
    assert refused(text[:-3])[1] == "after 7 orders the state is not the one recorded"
    assert "the file is cut off" in refused(text[:-20])[1]


def test_orders_behind_the_end_are_refused(text: str) -> None:
    assert "the file is cut off" in refused(text + "german end\n")[1]


def test_a_damaged_order_that_leads_to_the_same_end_is_found_out() -> None:
    """One bit makes it another path: the game comes to the same end, and is another game all the same."""
    text = journal.write(meuse.load(Path(__file__).parents[1] / "replay" / "skirmish.meuse"))
    damaged = text.replace("german move GD 5019.4918", "german move GD 5018.4918")
    bare = "\n".join(row for row in damaged.splitlines() if not row.startswith("# sum"))

    assert journal.replay(journal.parse(bare)).result is not None
    assert refused(damaged) == (
        line_of(text, "# sum"), "a line has been changed: the file is not the one that was written",
    )  # fmt: skip
    with pytest.raises(meuse.BadJournal, match="a line has been changed"):
        journal.verify(journal.parse(damaged))


def test_an_option_or_a_seed_that_has_not_mattered_yet_cannot_be_exchanged() -> None:
    text = journal.write(meuse.new("skirmish", seed=7))
    digest = meuse.new("skirmish", seed=8).state.digest()
    rows = [row for row in text.replace("seed 7", "seed 8").splitlines() if not row.startswith("# state")]
    assert "a line has been changed" in refused("\n".join([*rows, f"# state 0 {digest}"]))[1]


def test_an_older_file_without_a_fingerprint_of_its_lines_is_read(text: str) -> None:
    older = "\n".join(row for row in text.splitlines() if not row.startswith("# sum"))
    assert journal.write(journal.replay(journal.parse(older))) == text


# -- files of other rules


def test_a_file_of_another_revision_that_replays_is_taken(text: str) -> None:
    old = text.replace("revision 1", "revision 0").replace("data ", "data 0")
    assert journal.write(journal.replay(journal.parse(old))) == text


def test_a_file_of_another_revision_that_does_not_replay_says_so(text: str) -> None:
    old = text.replace("revision 1", "revision 99").replace("move 24ID 5114", "move 24ID 4113")
    assert refused(old)[1].endswith("; the file was made under revision 99 of the rules, this is 1")
    old = text.replace("data ", "data 0").replace("move 24ID 5114", "move 24ID 4113")
    assert refused(old)[1].endswith("; the file was made with other tables")


def test_order_lines_hold_dice_and_notes() -> None:
    game = toy(Vote(GERMAN))
    game.play("vote 2")
    assert journal.write(game).splitlines()[-3] == f"{'german vote 2':<48}# German votes 2"


# -- files made to keep a program busy


def head(*rows: str) -> list[str]:
    return ["meuse 1", "game skirmish", "scenario sedan", "revision 1", "data d", *rows]


def test_a_table_without_end_is_refused_at_the_line_where_it_is_too_long() -> None:
    text = "\n".join([*head("seed 7", "table tables.toml"), *["| x = 1"] * 200_000])
    assert refused(text) == (57_150, "the table is longer than 400000 letters")
    text = "\n".join([*head("seed 7", "position"), *["| unit"] * 200_000])
    assert "the position is longer" in refused(text)[1]


def test_more_orders_than_any_game_has_are_refused() -> None:
    text = "\n".join([*head("seed 7", "---"), *["german attack", "german cancel"] * 20_000])
    assert refused(text) == (20_008, "a saved game holds 20000 orders at most")


def test_an_order_of_more_words_than_any_has_is_refused() -> None:
    for words in (" 1Pz" * 500, " " + "1Pz." * 1000):
        assert refused("\n".join([*head("seed 7", "---"), "german move" + words]))[0] == 8


def test_what_is_said_of_a_change_of_rules_is_bounded() -> None:
    change = ["# state 0 ab", "# revision 2 d before meuse 0.1.0"]
    dropped = [*change, *["# dropped german end"] * 30_000]
    packed = [*change, *["# | " + "A" * 100] * 5_000]

    assert refused("\n".join([*head("seed 7", "---"), *dropped]))[1] == "a saved game holds 20000 orders at most"
    assert refused("\n".join([*head("seed 7", "---"), *packed]))[1] == "a snapshot has 400000 letters at most"
    assert "100 times" in refused("\n".join([*head("seed 7", "---"), *change * 101]))[1]


def test_figures_too_long_to_be_numbers_are_refused_by_line() -> None:
    long = "9" * 5000
    change = ["# state 0 ab", f"# revision {long} d before meuse 0.1.0"]
    assert refused("\n".join([*head()[:3], f"revision {long}", "data d", "seed 7", "---"]))[0] == 4
    assert refused("\n".join([*head("seed 7", "---"), *change]))[0] == 9
    secret = [change[0], "# revision 2 d before meuse", f"# secret {long}"]
    assert refused("\n".join([*head("seed 7", "---"), *secret]))[0] == 10
    assert "has no option" in refused("\n".join([*head("seed 7", f"option fog {long}", "---", "# state 0 ab")]))[1]


def test_a_file_too_large_to_be_a_game_is_not_even_read(tmp_path: Path) -> None:
    (tmp_path / "g.meuse").write_bytes(b"\n" * (journal.MOST_BYTES + 1))
    with pytest.raises(meuse.BadJournal, match="line 1: the file is longer than 10 megabytes"):
        meuse.load(tmp_path / "g.meuse")


def test_only_so_many_orders_can_be_taken_back_and_only_so_many_states_are_kept() -> None:
    game = toy(*[Vote(GERMAN)] * (MOST_UNDO + 5))
    for _ in range(MOST_UNDO + 3):
        game.play("vote 1")
    for _ in range(MOST_UNDO):
        game.undo()

    assert len(game.journal) == 3
    with pytest.raises(meuse.CannotUndo, match="only 400 orders can be taken back in a row"):
        game.undo()
