"""Saved games: the same state bit for bit, and every damaged file refused with its line and the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

import meuse
from kits.journals import line_of, refused
from meuse import journal
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
    assert refused("meuse 1\ngame skirmish") == (2, "the header is not ended by '---'")


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
    assert journal.write(game).splitlines()[-2] == f"{'german vote 2':<48}# German votes 2"
