/** The drawing of a map, read once into a list of plain things to paint, so that a worker can paint it at any scale. */

export interface Paint {
  fill: string;
  fillOpacity: number;
  rule: CanvasFillRule;
  stroke: string;
  strokeOpacity: number;
  width: number;
  dashes: number[];
  offset: number;
  cap: CanvasLineCap;
  join: CanvasLineJoin;
}

export interface Lettering {
  font: string;
  align: CanvasTextAlign;
  underlined: boolean;
}

/** Words, or one letter of them where they are spaced or follow a river. */
export interface Run {
  text: string;
  x: number;
  y: number;
  angle: number;
}

export interface Item {
  layer: string;
  /** Clips that hold here, the outermost first. */
  clips: number[];
  paint: Paint;
  move?: Matrix;
  d?: string;
  letters?: Lettering;
  runs?: Run[];
}

export type Matrix = [number, number, number, number, number, number];

export interface Ink {
  clips: { d: string; rule: CanvasFillRule }[];
  items: Item[];
}

const ALIGN: Record<string, CanvasTextAlign> = { middle: "center", end: "right" };

/** Read a drawing with the colours of the theme that is on; it stands in the page only for as long as that takes. */
export function readInk(drawing: string): Ink {
  const desk = document.createElement("div");
  desk.style.cssText = "position: absolute; width: 1px; height: 1px; overflow: hidden; visibility: hidden; contain: strict;";
  desk.innerHTML = drawing;
  const svg = desk.querySelector("svg") as SVGSVGElement;
  const { width, height } = svg.viewBox.baseVal;
  svg.style.cssText = `width: ${width}px; height: ${height}px;`; // at its own size letters are measured best
  document.body.append(desk);
  try {
    return new Reader(svg).ink;
  } finally {
    desk.remove();
  }
}

class Reader {
  readonly ink: Ink = { clips: [], items: [] };
  private readonly paints = new Map<string, { paint: Paint; style: CSSStyleDeclaration }>();
  private readonly clipNumbers = new Map<string, number>();

  constructor(private readonly svg: SVGSVGElement) {
    for (const child of svg.children) this.read(child, "", []);
  }

  private read(element: Element, layer: string, clips: number[]): void {
    if (element instanceof SVGGElement) {
      const clip = element.getAttribute("clip-path");
      const inside = clip ? [...clips, this.clip(clip.slice(5, -1))] : clips;
      for (const child of element.children) this.read(child, layer || element.id, inside);
    } else if (element instanceof SVGTextElement) this.readText(element, layer, clips);
    else if (element instanceof SVGGraphicsElement && !(element instanceof SVGDefsElement)) this.readShape(element, layer, clips);
  }

  private readShape(element: SVGGraphicsElement, layer: string, clips: number[]): void {
    const { paint } = this.look(element, layer);
    const d = this.path(element);
    if (!d || (paint.fill === "none" && paint.stroke === "none")) return;
    this.ink.items.push({ layer, clips, paint, ...moved(element), d });
  }

  private readText(element: SVGTextElement, layer: string, clips: number[]): void {
    const { paint, style } = this.look(element, layer);
    const spaced = style.letterSpacing !== "normal" && style.letterSpacing !== "0px";
    const laid = spaced || element.querySelector("textPath") !== null;
    const align = laid ? "left" : (ALIGN[style.textAnchor] ?? "left");
    const font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const letters = { font, align, underlined: style.textDecorationLine === "underline" };
    this.ink.items.push({ layer, clips, paint, ...moved(element), letters, runs: laid ? glyphs(element) : runs(element) });
  }

  /** The outline of a shape, or of what it repeats. */
  private path(element: Element): string {
    if (element instanceof SVGRectElement) {
      const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(element.getAttribute(name) ?? 0));
      return `M${x} ${y}h${width}v${height}h${-(width as number)}z`;
    }
    if (!(element instanceof SVGUseElement)) return element.getAttribute("d") ?? "";
    const source = this.svg.querySelector(element.getAttribute("href") ?? "#");
    return source ? this.path(source) : "";
  }

  private clip(id: string): number {
    const known = this.clipNumbers.get(id);
    if (known !== undefined) return known;
    const shape = this.svg.querySelector(`clipPath[id="${id}"] > *`) as Element;
    const rule = shape.getAttribute("clip-rule") === "evenodd" ? "evenodd" : "nonzero";
    this.clipNumbers.set(id, this.ink.clips.length);
    return this.ink.clips.push({ d: this.path(shape), rule }) - 1;
  }

  /** Elements of one class look alike: the style of each is asked for once. */
  private look(element: Element, layer: string): { paint: Paint; style: CSSStyleDeclaration } {
    const key = [layer, element.tagName, element.getAttribute("class"), element.getAttribute("font-size")].join(" ");
    const known = this.paints.get(key);
    if (known) return known;
    const style = getComputedStyle(element);
    const found = { paint: paintOf(style), style };
    this.paints.set(key, found);
    return found;
  }
}

function paintOf(style: CSSStyleDeclaration): Paint {
  return {
    fill: style.fill, fillOpacity: Number(style.fillOpacity), rule: style.fillRule as CanvasFillRule,
    stroke: style.stroke, strokeOpacity: Number(style.strokeOpacity), width: parseFloat(style.strokeWidth),
    dashes: style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(/[\s,]+/).map(parseFloat),
    offset: parseFloat(style.strokeDashoffset), cap: style.strokeLinecap as CanvasLineCap, join: style.strokeLinejoin as CanvasLineJoin,
  };
}

function moved(element: SVGGraphicsElement): { move?: Matrix } {
  const move = element.transform.baseVal.consolidate()?.matrix;
  return move ? { move: [move.a, move.b, move.c, move.d, move.e, move.f] } : {};
}

/** Words as they stand, or letter by letter where each has a place of its own. */
function runs(element: SVGTextElement): Run[] {
  const text = element.textContent ?? "";
  const xs = (element.getAttribute("x") ?? "0").split(" ").map(Number);
  const y = Number(element.getAttribute("y") ?? 0);
  if (xs.length === 1) return [{ text, x: xs[0] as number, y, angle: 0 }];
  return xs.map((x, n) => ({ text: text[n] ?? "", x, y, angle: 0 }));
}

/** Letters where the browser would set them: spaced, or along a river. */
function glyphs(element: SVGTextElement): Run[] {
  const text = [...(element.textContent ?? "")];
  return text.flatMap((letter, n) => {
    const start = element.getStartPositionOfChar(n);
    return letter.trim() ? [{ text: letter, x: start.x, y: start.y, angle: (element.getRotationOfChar(n) * Math.PI) / 180 }] : [];
  });
}
