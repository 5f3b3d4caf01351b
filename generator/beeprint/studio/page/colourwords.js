/** Describe a colour by the nearest word that people know, such as "dark teal" for #0B4F52. */

// The colours that have words. Mixed with black they are dark, with white light or pale, where people say so.
const WORDS = [
  ["black", "#0a0a0a"], ["white", "#ffffff"], ["grey", "#7a7a7a", "dark", "light", "pale"], ["slate", "#5a6b7a", "dark"],
  ["red", "#dd2222", "dark"], ["coral", "#ff7f60"], ["pink", "#f08cb4", "dark", "light"], ["magenta", "#cc1f8a", "dark"], ["magenta", "#ff00ff"],
  ["orange", "#f28c28", "light"], ["orange", "#d85f08"], ["brown", "#8b5a2b", "dark", "light"], ["yellow", "#ffe11a", "light"], ["gold", "#d4a82f", "dark"], ["gold", "#e9c46a"],
  ["cream", "#fff5d9"], ["beige", "#e3d3b0"], ["olive", "#7d7d1e", "dark", "light"], ["lime", "#9fdc2c"],
  ["green", "#2e9e44", "dark", "light", "pale"], ["mint", "#a8e6c8"], ["teal", "#00807f", "dark", "light"],
  ["turquoise", "#40d0c8", "light"], ["sky blue", "#7fc4ea"], ["blue", "#2a62d0", "dark", "light", "pale"], ["blue", "#1414f0"], ["blue", "#4478ae"], ["navy", "#10204f"],
  ["purple", "#7a3fa8", "dark", "light"], ["lavender", "#c8b6ea"],
];
const MIXED = { dark: [0, 0.48], light: [255, 0.45], pale: [255, 0.82] }; // what is mixed in, and its share
const WHITE = [0.9505, 1, 1.089]; // the white point D65

const channels = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

/** Return the L*, a* and b* of the channels of a colour (CIE 15). */
function lab(colour) {
  const [red, green, blue] = colour.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  const xyz = [0.4124 * red + 0.3576 * green + 0.1805 * blue, 0.2126 * red + 0.7152 * green + 0.0722 * blue, 0.0193 * red + 0.1192 * green + 0.9505 * blue];
  const [x, y, z] = xyz.map((value, at) => (value / WHITE[at] > 0.008856 ? Math.cbrt(value / WHITE[at]) : 7.787 * (value / WHITE[at]) + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const KNOWN = WORDS.flatMap(([word, hex, ...mixed]) => [
  [word, lab(channels(hex))],
  ...mixed.map((how) => [`${how} ${word}`, lab(channels(hex).map((value) => value + (MIXED[how][0] - value) * MIXED[how][1]))]),
]);

/** Return the words for a colour such as #0B4F52: differences of chroma and hue count less in vivid colours (as in CIE94). */
export function wordsFor(hex) {
  const [light, a, b] = lab(channels(hex));
  const chroma = Math.hypot(a, b);
  const away = ([, known]) => {
    const vivid = chroma - Math.hypot(known[1], known[2]);
    const hue = Math.sqrt(Math.max(0, (a - known[1]) ** 2 + (b - known[2]) ** 2 - vivid ** 2));
    return Math.hypot(light - known[0], vivid / (1 + 0.02 * chroma), hue / (1 + 0.015 * chroma));
  };
  return KNOWN.reduce((near, each) => (away(each) < away(near) ? each : near))[0];
}
