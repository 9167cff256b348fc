/** Numbers for people. */

const BIG = ["", "k", "M", "G", "T", "P"];

/** Three digits and a prefix for thousands, a power of ten for what is very small. */
export function compact(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size === 0) return "0";
  if (size < 1e-3 || size >= 1e18) return power(value);
  if (size < 1000) return trim(value.toPrecision(3));
  const step = Math.min(Math.floor(Math.log10(size) / 3), BIG.length - 1);
  return `${trim((value / 1000 ** step).toPrecision(3))}${BIG[step]}`;
}

/** `2.5e-7` as people write it. */
function power(value: number): string {
  const [digits, exponent] = value.toExponential(1).split("e");
  return `${trim(digits)}e${Number(exponent)}`;
}

function trim(text: string): string {
  return (text.includes("e") ? String(Number(text)) : text).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
}

/** A step as a fraction where it is one: 1/60. */
export function fraction(value: number): string {
  const inverse = Math.round(1 / value);
  if (inverse >= 2 && Math.abs(inverse * value - 1) < 1e-9) return `1/${inverse}`;
  return String(Number(value.toPrecision(6)));
}

/** Reads `1/60`, `0.01`, `1e-3`, `20k`; null for what is not a number. */
export function parse(text: string): number | null {
  const [over, under, ...more] = text.split("/").map((piece) => {
    const [, digits, prefix] = /^\s*(.*?)\s*([kMGTP]?)\s*$/.exec(piece) ?? [];
    return digits ? Number(digits) * 1000 ** BIG.indexOf(prefix) : NaN;
  });
  const value = under === undefined ? over : over / under;
  return more.length === 0 && Number.isFinite(value) ? value : null;
}
