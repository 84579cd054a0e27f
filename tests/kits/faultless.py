"""What axe finds wrong on a page, and what can be pressed but is too small."""

from __future__ import annotations

from pathlib import Path

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
FAULTS = """async () => {
  const kinds = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const { violations } = await axe.run(document, { runOnly: { type: "tag", values: kinds } });
  return violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.target.join(" ")}`));
}"""
"""What axe finds at fault: the rule, and where."""

SMALL = """() => [...document.querySelectorAll("button, a.btn, a.rule, summary, select, [role=checkbox]")]
  .filter((one) => one.checkVisibility() && !one.closest(".sr, .skip"))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.width < 23.9 || box.height < 23.9))
  .map(([one, box]) => `${box.width} x ${box.height}: ${one.outerHTML.slice(0, 140)}`)"""
"""What can be pressed and is smaller than 24 px."""
