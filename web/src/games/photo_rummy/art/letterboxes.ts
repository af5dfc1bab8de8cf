/** The letter box of every capital in its post's own colour, before a wall of that town. */
import { at, box, disc, gable, ground, line, many, mirrored, oval, path, row, sky, turned, type Tone } from './pen';

const RED = [0.56, 0.21, 27];
const YELLOW = [0.86, 0.17, 92];
/** What colour a country's post paints its boxes. */
export const POST: Record<string, readonly number[]> = {
  stockholm: YELLOW, vienna: YELLOW, oslo: RED, paris: [0.87, 0.17, 97], rome: RED, london: RED, luxembourg: YELLOW, madrid: [0.84, 0.17, 85], helsinki: [0.72, 0.18, 52],
  copenhagen: RED, lisbon: RED, bern: YELLOW, brussels: RED, dublin: [0.5, 0.13, 152], amsterdam: [0.7, 0.19, 45], athens: YELLOW, berlin: YELLOW,
};

const horn = (tone: Tone, x: number, y: number, s: number) => at(x, y, s, `<circle class="s${tone}" r="12" stroke-width="5"/>` + path(tone, 'M-4 10 20 14 28 6V28L20 20-6 16z') + line(tone, 'M-12 2C-18 10-22 12-26 12', 5));
const crown = (tone: Tone, x: number, y: number, s: number) => at(x, y, s, path(tone, 'M-18 12-20-8l10 8L0-14 10 0l10-8-2 20z') + box(tone, -18, 14, 36, 5));
const slot = (x: number, y: number, w: number) => box('k', x - w / 2 - 6, y - 8, w + 12, 20, 4) + box('p', x - w / 2, y - 2, w, 5);
const notice = (x: number, y: number, w: number, h = 32) => box('p', x - w / 2, y, w, h, 3) + line('m', `M${x - w / 2 + 7} ${y + 9}h${w - 14}M${x - w / 2 + 7} ${y + 16}h${w - 14}${h > 26 ? `M${x - w / 2 + 7} ${y + 23}h${w - 24}` : ''}`, 2.5);
const letter = (x: number, y: number, angle: number) => turned(angle, x, y, box('p', x - 26, y - 36, 52, 36) + line('m', `M${x - 26} ${y - 36}l26 20 26-20`, 2.5));
const pavement = (tone: Tone = 'k') => ground(tone, 250) + box('l', -20, 250, 320, 6);
const bricks = (tone: Tone) => line(tone, many(10, (j) => `M-20 ${12 + j * 25}H300${many(8, (i) => `M${i * 44 - 20 + (j % 2) * 22} ${12 + j * 25}v25`)}`), 2.5);
const panes = (x: number, y: number, w: number, h: number) => box('p', x - 5, y - 5, w + 10, h + 10) + box('k', x, y, w, h) + line('p', `M${x + w / 2} ${y}v${h}M${x} ${y + h / 3}h${w}M${x} ${y + (2 * h) / 3}h${w}`, 2.5);
/** A box with a rounded top, its right side in shade. */
const cabinet = (x: number, y: number, w: number, h: number, bulge: number, shade = 24) =>
  path('r', `M${x} ${y + h}V${y + bulge}Q${x} ${y} ${x + w / 2} ${y}T${x + w} ${y + bulge}V${y + h}z`) + path('d', `M${x + w - shade} ${y + h}V${y + bulge * 0.4}Q${x + w} ${y + bulge * 0.5} ${x + w} ${y + bulge}V${y + h}z`);

const house = (x: number, w: number, y: number, tone: Tone, roof: Tone) => box(tone, x, y, w, 250 - y) + gable(roof, x - 3, y + 1, w + 6, w * 0.62) + many(4, (j) => row('k', x + w * 0.16, y + 14 + j * 34, w * 0.22, 18, 2, w * 0.46));
const stockholm =
  box('l', -20, -60, 320, 420) + house(-16, 60, 92, 'm', 'a') + house(44, 64, 66, 'b', 'm') + house(108, 64, 90, 'a', 'k') + house(172, 62, 60, 'm', 'a') + house(234, 62, 88, 'b', 'm') + ground('p', 250) + box('l', -20, 250, 320, 6) +
  box('k', 78, 190, 9, 62) + box('k', 188, 190, 9, 62) + box('k', 44, 196, 192, 8) +
  cabinet(40, 78, 100, 120, 22, 18) + letter(84, 118, -8) + slot(86, 116, 58) + crown('a', 86, 146, 0.8) + horn('a', 84, 172, 0.8) +
  at(104, 0, 1, path('a', 'M40 198V100Q40 78 90 78T140 100V198z') + path('k', 'M122 198V84Q140 88 140 100V198z') + slot(86, 116, 58) + crown('r', 86, 146, 0.8) + horn('r', 84, 172, 0.8)) + path('p', 'M36 84Q90 56 144 84L140 88Q90 68 40 88zM140 84Q194 56 248 84L244 88Q194 68 144 88z');

const vienna =
  sky() + disc('l', 218, 60, 32) + `<circle class="sm" cx="36" cy="148" r="66" stroke-width="5"/><circle class="sm" cx="36" cy="148" r="56" stroke-width="2"/>` + many(10, (i) => turned(i * 36, 36, 148, line('m', 'M36 148V84', 2) + box('m', 29, 76, 14, 10, 3))) + line('m', 'M36 148 8 252M36 148 64 252', 6) +
  path('m', 'M206 252V176h8l12-84 12 84h10v20l14-14 14 14h28v56z') + gable('m', 218, 100, 16, 62) + path('k', 'M-20 226Q8 206 40 224T120 222 200 224 300 218V260H-20z') + pavement('m') +
  box('k', 130, 176, 20, 80) + box('k', 112, 246, 56, 10, 3) + path('r', 'M64 198V74L84 48H204L216 62V198Q216 206 208 206H72Q64 206 64 198z') + path('d', 'M194 206V74L204 48 216 62V198Q216 206 208 206z') + path('d', 'M64 74 84 48H204L194 74z') + letter(126, 104, 6) + slot(129, 102, 88) + horn('k', 124, 136, 1.1) + notice(129, 166, 92, 26);

const oslo =
  box('k', -20, -60, 320, 420) + line('a', many(9, (i) => `M${i * 36 - 10}-60V250`), 4) + panes(-6, 60, 46, 66) + box('p', 240, 55, 60, 76) + box('a', 246, 61, 60, 64) + line('p', 'M270 60V126M240 93H300', 2.5) + path('p', 'M-20 20Q20 34 60 22T140 26 220 20 300 28V-60H-20z') + ground('p', 246) + path('l', 'M-20 256Q70 240 140 256T300 252V300H-20z') +
  box('k', 130, 190, 20, 68) + path('p', 'M104 258Q140 238 176 258z') + box('r', 66, 70, 148, 136, 8) + path('d', 'M194 70h12a8 8 0 0 1 8 8V198a8 8 0 0 1-8 8h-12z') + path('r', 'M58 76Q62 44 140 44T222 76z') + path('d', 'M190 50Q220 56 222 76H198z') + path('p', 'M56 62Q70 34 140 34T224 62Q200 48 140 50 80 48 56 62z') + letter(126, 104, -7) + slot(130, 102, 86) + crown('b', 130, 138, 0.95) + horn('b', 128, 174, 0.95);

const paris =
  box('m', -20, -60, 320, 420) + box('l', -20, 22, 320, 8) + mirrored(140, panes(2, 56, 40, 108) + line('p', 'M-4 172H50M-4 196H50M2 172v24M14 172v24M26 172v24M38 172v24', 3)) + line('l', 'M-20 210H300', 4) + pavement('k') +
  box('k', 84, 226, 112, 26, 3) + box('r', 60, 62, 160, 170, 14) + path('d', 'M200 62h6a14 14 0 0 1 14 14V218a14 14 0 0 1-14 14h-6z') + path('r', 'M60 78Q60 46 96 46H184Q220 46 220 78z') + path('d', 'M190 46Q220 48 220 78H200z') + box('d', 68, 90, 124, 3) + letter(96, 112, -9) + slot(97, 110, 46) + slot(166, 110, 46) + notice(97, 130, 52) + notice(166, 130, 52) + box('a', 60, 182, 140, 30) + box('k', 200, 182, 20, 30) + at(20, 74, 0.62, path('p', 'M78 206 112 196C104 186 92 180 80 178 98 174 116 178 128 188 138 176 158 170 190 172 168 178 156 186 150 196 164 194 172 200 176 206 164 202 154 204 146 208 132 214 112 212 104 206z')) + line('p', 'M148 192h42M148 202h28', 4);

const rome =
  sky() + path('l', 'M-20 0Q30 30 20 80T60 150 40 250H-20zM300 40Q240 60 250 120T232 180 252 250H300z') + [[8, 96], [24, 108], [6, 120], [262, 130], [246, 142], [266, 154]].map(([x, y]) => box('m', x!, y!, 22, 8)).join('') + path('a', 'M196-20H276V34H196z') + line('k', 'M204 0H268M204 10H268M204 20H268M236-20V34', 3) + box('p', 190, 34, 92, 8) + path('k', 'M-20 246H300V300H-20z') + many(7, (i) => oval('m', -10 + i * 50, 262, 20, 6) + oval('m', 14 + i * 50, 280, 22, 7)) +
  box('p', 60, 56, 160, 178, 4) + box('r', 70, 74, 140, 150, 6) + box('d', 188, 74, 22, 150, 6) + path('r', 'M64 76Q66 50 140 50T216 76z') + path('d', 'M186 53Q214 58 216 76H194z') + letter(102, 108, 8) + slot(103, 106, 44) + slot(166, 106, 44) + box('p', 78, 124, 50, 14, 2) + box('p', 141, 124, 50, 14, 2) + line('m', 'M84 131h38M147 131h38', 3) + horn('p', 130, 162, 0.95) + notice(134, 190, 96, 26);

const london =
  box('k', -20, -60, 320, 420) + bricks('a') + box('p', -20, 160, 320, 7) + panes(0, 40, 56, 96) + path('p', 'M206 250V92H276V250z') + path('a', 'M214 250V130H268V250z') + path('a', 'M214 122A27 27 0 0 1 268 122z') + line('p', 'M241 122V96M241 122 222 104M241 122 260 104', 2.5) + disc('b', 222, 196, 3.5) + pavement('m') +
  path('r', 'M92 244V84H188V244z') + path('d', 'M162 84H188V244H162z') + path('r', 'M80 82C80 54 108 36 140 36S200 54 200 82z') + path('d', 'M164 42C188 48 200 62 200 82H174z') + box('r', 74, 78, 132, 13, 5) + box('d', 172, 78, 34, 13, 5) + row('p', 80, 82, 3, 5, 15, 8) + letter(130, 120, -8) + slot(138, 118, 58) + notice(134, 142, 44) + crown('p', 134, 196, 0.8) + line('p', 'M128 219h-8v13h8M120 225.5h7M138 233.5V219h5a4 4 0 0 1 0 8h-5l7 6.5', 3) + box('k', 82, 240, 116, 16, 4);

const luxembourg =
  sky() + disc('l', 224, 58, 30) + path('m', 'M-20 150H300V164H-20z') + path('m', `M-20 164V250H300V164zM-6 250V200a26 26 0 0 1 52 0V250zM64 250V200a26 26 0 0 1 52 0V250zM164 250V200a26 26 0 0 1 52 0V250zM234 250V200a26 26 0 0 1 52 0V250z`) + mirrored(140, box('a', 8, 96, 18, 54) + gable('k', 4, 98, 26, 46)) + pavement('k') +
  box('k', 132, 190, 16, 66) + box('r', 70, 58, 140, 140, 16) + path('d', 'M190 58h4a16 16 0 0 1 16 16V182a16 16 0 0 1-16 16h-4z') + path('a', 'M70 76V74A16 16 0 0 1 86 58H194A16 16 0 0 1 210 74V76z') + letter(126, 108, -6) + slot(130, 106, 82) + horn('a', 126, 140, 1.05) + notice(130, 168, 84, 24);

const madrid =
  box('k', -20, -60, 320, 420) + bricks('a') + mirrored(140, panes(-2, 30, 42, 84) + line('p', 'M-10 120H50M-10 138H50M-6 120v18M6 120v18M18 120v18M30 120v18M42 120v18', 3)) + pavement('m') +
  path('r', 'M88 244V86H192V244z') + path('d', 'M164 86H192V244H164z') + path('r', 'M84 88C84 54 112 34 140 34S196 54 196 88z') + path('d', 'M162 40C184 48 196 66 196 88H172z') + box('a', 86, 92, 108, 14) + box('k', 164, 92, 30, 14) + box('a', 86, 210, 108, 14) + box('k', 164, 210, 30, 14) + letter(130, 130, 7) + slot(136, 128, 60) + crown('a', 132, 156, 0.7) + horn('a', 130, 178, 0.7) + box('k', 80, 240, 120, 16, 4) + disc('a', 140, 34, 6);

const birch = (x: number, w: number) => box('p', x, -60, w, 320) + many(7, (i) => box('k', x + (i % 2 ? w * 0.4 : 0), -8 + i * 38 + (x % 7) * 3, w * 0.6, 4));
const helsinki =
  sky() + disc('p', 220, 60, 32) + path('l', 'M-20 200Q60 170 140 196T300 184V300H-20z') + path('m', 'M-20 196 0 160 16 190 34 150 54 192H226L244 150 264 188 284 156 300 190V206H-20z') + birch(8, 20) + birch(46, 12) + birch(250, 22) + birch(226, 11) + ground('p', 246) + path('l', 'M-20 262Q70 244 150 262T300 258V300H-20z') +
  box('k', 132, 196, 16, 62) + path('p', 'M106 260Q140 240 174 260z') + path('r', 'M70 192V86Q70 50 140 50T210 86V192Q210 204 198 204H82Q70 204 70 192z') + path('d', 'M188 204V58Q210 66 210 86V192Q210 204 198 204z') + path('p', 'M66 80Q72 38 140 38T214 80Q206 54 140 54 74 54 66 80z') + letter(124, 102, -6) + slot(128, 100, 84) + horn('p', 126, 134, 1.15) + notice(128, 164, 84, 28);

const quay = (x: number, w: number, y: number, tone: Tone) => box(tone, x, y, w, 250 - y) + path('k', `M${x - 2} ${y}l6-26h${w - 8}l6 26z`) + box('l', x + w / 2 - 6, y - 18, 12, 14) + many(5, (j) => row(tone === 'p' ? 'm' : 'l', x + 9, y + 12 + j * 30, 10, 18, 3, (w - 10) / 3));
const copenhagen =
  sky() + quay(-20, 70, 84, 'm') + quay(50, 88, 56, 'p') + quay(138, 84, 74, 'l') + quay(222, 78, 62, 'a') + ground('k', 250) + box('l', -20, 250, 320, 6) +
  box('k', 128, 196, 24, 60) + path('r', 'M66 204V84H214V204Q214 212 206 212H74Q66 212 66 204z') + path('d', 'M192 212V84H214V204Q214 212 206 212z') + path('r', 'M60 88Q84 84 92 66T140 44 188 66 220 88z') + path('d', 'M170 52Q182 56 188 66 196 84 220 88H190z') + crown('b', 138, 68, 0.62) + letter(126, 114, 7) + slot(130, 112, 90) + horn('p', 126, 148, 1.1) + notice(129, 176, 88, 26);

const TILES =
  `<pattern id="t" width="40" height="40" patternUnits="userSpaceOnUse">${box('p', 0, 0, 40, 40)}${path('a', 'M20 5q4 11 15 15-11 4-15 15-4-11-15-15 11-4 15-15z')}${disc('b', 20, 20, 4)}<path class="sm" stroke-width="3" d="M0 11A11 11 0 0 0 11 0M29 0A11 11 0 0 0 40 11M40 29A11 11 0 0 0 29 40M11 40A11 11 0 0 0 0 29"/><path class="sl" stroke-width="2" d="M0 0H40M0 0V40"/></pattern><rect x="-20" y="-60" width="320" height="300" fill="url(#t)"/>`;
const lisbon =
  TILES + box('b', -20, 232, 320, 18) + ground('m', 250) + many(4, (i) => line('p', `M-20 ${262 + i * 12}q20-9 40 0t40 0 40 0 40 0 40 0 40 0 40 0 40 0`, 5)) +
  path('r', 'M90 250V98H190V250z') + path('d', 'M162 98H190V250H162z') + path('r', 'M76 96C76 84 96 84 98 70 102 54 118 44 140 44S178 54 182 70C184 84 204 84 204 96z') + path('d', 'M164 50C174 54 180 62 182 70 184 84 204 84 204 96H176z') + box('r', 72, 92, 136, 12, 6) + box('d', 174, 92, 34, 12, 6) + disc('d', 140, 42, 8) + letter(130, 136, -7) + slot(137, 134, 58) + horn('p', 128, 168, 0.85) + notice(134, 192, 48) + box('k', 80, 246, 120, 14, 4);

const bern =
  sky() + box('m', -20, -60, 320, 320) + path('k', 'M30 250V110A110 92 0 0 1 250 110V250z') + path('a', 'M50 250V116A90 76 0 0 1 230 116V250z') + `<path class="sp" stroke-width="9" d="M30 250V110A110 92 0 0 1 250 110V250"/>` + path('p', 'M128 6h24l-4 26h-16z') + line('l', 'M-20 60H30M-20 110H26M-20 160H26M-20 210H26M300 60H250M300 110H254M300 160H254M300 210H254M4 60V110M4 160V210M276 60V110M276 160V210', 3) + pavement('k') +
  box('k', 94, 196, 12, 58) + box('k', 174, 196, 12, 58) + path('r', 'M66 202V92L84 66H196L214 92V202z') + path('d', 'M194 202V92L184 66H196L214 92V202z') + path('d', 'M66 92 84 66H184L194 92z') + letter(124, 116, 6) + slot(130, 114, 88) + at(86, 138, 1, `<rect width="36" height="36" rx="3" fill="oklch(${RED.join(' ')})"/>` + path('p', 'M14 6h8v8h8v8h-8v8h-8v-8H6v-8h8z')) + horn('k', 156, 154, 0.95) + box('p', 78, 182, 104, 12, 2);

const brussels =
  box('p', -20, -60, 320, 420) + line('l', many(7, (j) => `M-20 ${20 + j * 38}H300${many(5, (i) => `M${i * 72 - 30 + (j % 2) * 36} ${20 + j * 38}v38`)}`), 4) + mirrored(140, path('a', 'M-20 250V112C14 112 26 84 26 44H34C34 104 24 132 8 146V250z') + line('m', 'M30 50C30 20 54 18 52 36S32 44 38 30M8 146C34 146 48 172 30 184S8 168 20 162', 4.5)) + pavement('k') +
  path('a', 'M104 210H176L186 254H94z') + box('r', 68, 72, 144, 144, 10) + path('d', 'M190 72h12a10 10 0 0 1 10 10V206a10 10 0 0 1-10 10h-12z') + path('r', 'M62 78C62 52 98 40 140 40S218 52 218 78z') + path('d', 'M178 44C204 50 218 60 218 78H190z') + letter(124, 110, -7) + slot(129, 108, 86) + crown('p', 129, 142, 0.85) + horn('p', 126, 172, 1) + box('p', 80, 196, 98, 12, 2);

const dublin =
  sky() + bricks('l') + path('p', 'M190 250V96A44 44 0 0 1 278 96V250z') + path('a', 'M200 92A34 34 0 0 1 268 92z') + line('p', 'M234 92V58M234 92 210 68M234 92 258 68', 3) + box('k', 200, 102, 68, 148) + mirrored(234, box('m', 208, 112, 22, 44) + box('m', 208, 170, 22, 60)) + disc('p', 234, 164, 4) + panes(-4, 60, 48, 84) + pavement('k') +
  path('r', 'M88 246V92H184V246z') + path('d', 'M158 92H184V246H158z') + path('r', 'M78 92 90 66Q110 46 136 40 162 46 182 66L194 92z') + path('d', 'M136 40Q162 46 182 66L194 92H170Q162 58 136 40z') + box('d', 74, 88, 124, 10, 4) + disc('r', 136, 38, 7) + letter(126, 126, 7) + slot(134, 124, 56) + notice(130, 146, 44) + path('p', 'M114 192C120 184 132 190 142 186 144 200 140 216 128 226 128 212 122 200 114 192z') + line('d', 'M121 192V205M127 192V215M133 192V217M138 191V208', 2) + box('k', 78, 242, 116, 14, 4);

const gabled = (x: number, w: number, y: number, tone: Tone) => box(tone, x, y, w, 250 - y) + path(tone, `M${x} ${y + 1}v-11h8v-12h8v-12h${w - 32}v12h8v12h8v11z`) + many(4, (j) => many(2, (i) => box('k', x + 8 + (i * (w - 4)) / 2, y + 8 + j * 42, w / 2 - 12, 28) + line('l', `M${x + 8 + (i * (w - 4)) / 2} ${y + 20 + j * 42}h${w / 2 - 12}`, 2.5)));
const amsterdam =
  sky() + gabled(-16, 62, 74, 'a') + gabled(46, 66, 50, 'p') + gabled(112, 60, 78, 'p') + gabled(172, 66, 54, 'm') + gabled(238, 62, 76, 'a') + pavement('k') +
  box('k', 84, 200, 12, 56) + box('k', 184, 200, 12, 56) + path('r', 'M54 208V86Q54 58 82 58H198Q226 58 226 86V208z') + path('d', 'M206 208V60Q226 66 226 86V208z') + line('d', 'M130 64V208', 3) + letter(90, 112, -9) + slot(92, 110, 50) + slot(168, 110, 50) + notice(92, 132, 54, 26) + notice(168, 132, 54, 26) + box('p', 54, 172, 152, 24) + horn('r', 92, 181, 0.6) + line('r', 'M118 180h76M118 188h54', 4) +
  at(206, 226, 0.85, `<circle class="sp" cx="8" cy="26" r="14" stroke-width="4"/><circle class="sp" cx="52" cy="26" r="14" stroke-width="4"/>` + line('p', 'M8 26 22 2H44L30 26H8M44 2l8 24M40-8h10M17-4h10', 4));

const athens =
  sky() + box('p', -20, 20, 320, 232) + box('l', 200, 20, 100, 232) + path('a', 'M50 250V88A90 76 0 0 1 230 88V250z') + line('k', 'M140 14V250M95 24V250M185 24V250M50 110H230', 3) + panes(-14, 90, 34, 52) + path('m', 'M300 0H236C232 18 246 26 252 22 250 42 262 48 268 44 266 66 274 82 282 66 286 92 294 98 300 90z') + many(6, (i) => disc('a', 246 + i * 10, 8 + (i % 3) * 13 + i * 6, 4.5)) + ground('m', 250) + box('p', -20, 250, 320, 6) + at(-20, 0, 1, path('a', 'M248 250 244 222H284L280 250z') + box('k', 241, 216, 46, 9) + mirrored(264, path('m', 'M262 216C250 204 246 192 248 178 258 188 262 200 264 216z')) + path('m', 'M264 216C258 200 258 184 264 170 270 184 270 200 264 216z')) +
  box('k', 131, 196, 18, 60) + cabinet(70, 58, 140, 146, 28, 22) + path('d', 'M62 90Q64 50 140 50T218 90H206Q202 66 140 66T74 90z') + letter(124, 112, -7) + slot(129, 110, 84) + path('a', 'M110 178C106 160 110 140 130 138 146 138 150 150 149 158L156 168 148 171 147 180 136 179V188H112z') + path('p', 'M112 152 90 140 94 150 84 150 92 158 86 162 110 164z') + box('p', 80, 190, 98, 9, 2);

const berlin =
  box('k', -20, -60, 320, 420) + disc('l', 50, 58, 26) + path('m', 'M-20 200V160H24V138H58V172H86V250H-20zM204 250V168H222V150H300V250z') + row('l', -10, 172, 8, 10, 4, 20) + row('l', -10, 196, 8, 10, 5, 20) + row('l', 230, 164, 8, 10, 4, 17) + row('l', 230, 190, 8, 10, 4, 17) + path('m', 'M246-20h4L252 58h6L256 150h-16L238 58h6z') + disc('l', 248, 62, 18) + box('m', 228, 59, 40, 6) + pavement('m') +
  box('a', 96, 192, 12, 64) + box('a', 172, 192, 12, 64) + path('r', 'M54 200V80Q54 72 62 70L128 54Q140 51 152 54L218 70Q226 72 226 80V200Q226 206 218 206H62Q54 206 54 200z') + path('d', 'M206 206V67L218 70Q226 72 226 80V200Q226 206 218 206z') + line('d', 'M130 64V206', 3) + letter(90, 110, 8) + slot(92, 108, 50) + slot(168, 108, 50) + notice(92, 130, 54, 26) + notice(168, 130, 54, 26) + horn('k', 90, 178, 0.9) + horn('k', 166, 178, 0.9);

export const LETTERBOXES = { stockholm, vienna, oslo, paris, rome, london, luxembourg, madrid, helsinki, copenhagen, lisbon, bern, brussels, dublin, amsterdam, athens, berlin };
