/** Twenty-four portraits in the two tones of the cards: each is a short list of shapes over the same head. */

/** A fill (or, with a width, a line) and its path, in a square of 100 by 100. */
export type Layer = readonly [colour: string, path: string, width?: number];

export interface Portrait {
  readonly id: string;
  /** what lies behind the person */
  readonly ground: string;
  readonly layers: readonly Layer[];
}

const disc = (x: number, y: number, r: number, ry = r) =>
  `M${x - r} ${y}a${r} ${ry} 0 1 0 ${2 * r} 0a${r} ${ry} 0 1 0 ${-2 * r} 0z`;

const INK = 'oklch(0.25 0.03 50)';
const PAPER = 'oklch(0.97 0.015 85)';
const GOLD = 'oklch(0.82 0.14 88)';
const BRASS = 'oklch(0.68 0.12 78)';
const RED = 'oklch(0.55 0.17 28)';
const DARK_RED = 'oklch(0.42 0.14 25)';
const ORANGE = 'oklch(0.72 0.16 58)';
const TEAL = 'oklch(0.6 0.1 195)';
const DEEP_TEAL = 'oklch(0.42 0.08 200)';
const BLUE = 'oklch(0.5 0.14 258)';
const NAVY = 'oklch(0.34 0.09 262)';
const OLIVE = 'oklch(0.56 0.1 120)';
const FOREST = 'oklch(0.4 0.08 150)';
const PLUM = 'oklch(0.42 0.13 340)';
const PINK = 'oklch(0.74 0.12 5)';
const SAND = 'oklch(0.87 0.06 84)';
const STONE = 'oklch(0.72 0.03 75)';
const WOOD = 'oklch(0.48 0.08 55)';

/** Light and shade of a skin. */
const SKINS = {
  pale: ['oklch(0.88 0.05 60)', 'oklch(0.79 0.075 52)'],
  fair: ['oklch(0.82 0.07 60)', 'oklch(0.72 0.09 52)'],
  tan: ['oklch(0.71 0.085 58)', 'oklch(0.6 0.09 52)'],
  brown: ['oklch(0.57 0.08 52)', 'oklch(0.47 0.075 48)'],
  dark: ['oklch(0.44 0.06 48)', 'oklch(0.35 0.055 45)'],
} as const;
const HAIRS = {
  black: 'oklch(0.27 0.02 60)',
  brown: 'oklch(0.4 0.06 50)',
  red: 'oklch(0.58 0.14 45)',
  blond: 'oklch(0.8 0.11 85)',
  grey: 'oklch(0.68 0.015 80)',
  white: 'oklch(0.92 0.01 85)',
} as const;

interface Person {
  readonly skin: keyof typeof SKINS;
  readonly hair: keyof typeof HAIRS;
  /** what is worn, light and shade */
  readonly clothes: readonly [string, string];
  readonly mouth?: 'smile' | 'grin' | 'calm';
  readonly eyes?: 'open' | 'shut';
}
type Parts = (colour: { readonly hair: string; readonly skin: string; readonly shade: string }) => {
  /** behind the head */
  readonly back?: readonly Layer[];
  /** over face and shoulders */
  readonly front?: readonly Layer[];
};

const MOUTHS = { smile: 'M43 57q7 6 14 0', calm: 'M44 58h12', grin: 'M42 55q8 12 16 0z' };
const EYES = {
  open: `${disc(42.5, 46, 2.1)}${disc(57.5, 46, 2.1)}`,
  shut: 'M39 46q3.5 3 7 0M54 46q3.5 3 7 0',
};

function person(id: string, ground: string, who: Person, parts: Parts): Portrait {
  const [skin, shade] = SKINS[who.skin];
  const hair = HAIRS[who.hair];
  const { back = [], front = [] } = parts({ hair, skin, shade });
  const { mouth = 'smile', eyes = 'open' } = who;
  return {
    id,
    ground,
    layers: [
      ...back,
      [who.clothes[0], 'M12 104C12 82 28 73 50 73S88 82 88 104z'],
      [who.clothes[1], 'M50 73C72 73 88 82 88 104H50z'],
      [shade, 'M41 58h18v14q-9 9-18 0z'],
      [skin, `${disc(30.5, 48, 4.5)}${disc(69.5, 48, 4.5)}`],
      [skin, disc(50, 46, 19.5, 23)],
      [shade, 'M50 23a19.5 23 0 0 1 0 46q7-10 4-22z'],
      eyes === 'shut' ? [INK, EYES.shut, 2] : [INK, EYES.open],
      [shade, 'M50 47q-3 5 1 6', 2],
      mouth === 'grin' ? [PAPER, MOUTHS.grin] : [INK, MOUTHS[mouth], 2],
      ...front,
    ],
  };
}

// hair
const short = (hair: string): Layer => [
  hair,
  'M29 46C27 26 37 19 50 19S73 26 71 46L67 37C56 38 43 36 37 31 34 36 31 39 29 46z',
];
const crop = (hair: string): Layer => [
  hair,
  'M30 42C30 26 38 20 50 20S70 26 70 42C64 34 58 31 50 31S36 34 30 42z',
];
const long = (hair: string): Layer => [hair, 'M26 76C24 40 26 17 50 17S76 40 74 76H60V40H40V76z'];
const parted = (hair: string): Layer => [
  hair,
  'M30 46C28 28 37 21 50 21 63 21 72 28 70 46 62 42 54 34 51 26 47 36 38 42 30 46z',
];
const brows = (hair: string): Layer => [hair, 'M38 40.5q4.5-3 8-.5M54 40q4.5-2.500 8 .5', 2.4];

const glasses = (line: string, fill = 'none'): readonly Layer[] => [
  ...(fill === 'none' ? [] : [[fill, `${disc(42, 46.5, 7)}${disc(58, 46.5, 7)}`] as Layer]),
  [line, `${disc(42, 46.5, 7)}${disc(58, 46.5, 7)}M49 46q1-1.500 2 0M35 45l-5-2M65 45l5-2`, 2.2],
];

export const PORTRAITS: readonly Portrait[] = [
  person('camera', TEAL, { skin: 'fair', hair: 'brown', clothes: [SAND, STONE] }, ({ hair }) => ({
    front: [
      short(hair),
      brows(hair),
      [INK, 'M33 76 42 90M67 76 58 90', 3],
      [INK, 'M36 86h7l2-4h10l2 4h7v14H36z'],
      [PAPER, disc(50, 93, 5.5)],
      [BLUE, disc(50, 93, 3.5)],
    ],
  })),
  person('beret', SAND, { skin: 'pale', hair: 'black', clothes: [NAVY, INK] }, ({ hair }) => ({
    back: [[hair, 'M27 66C24 40 28 22 50 22S76 40 73 66z']],
    front: [
      [hair, 'M30 48C30 34 36 30 50 30S70 34 70 48C64 38 36 38 30 48z'],
      [RED, 'M24 32C24 16 44 12 56 13 74 14 80 26 76 33 62 26 40 26 24 32z'],
      [DARK_RED, 'M56 13C74 14 80 26 76 33 70 30 64 28.500 58 28zM50 13l2-6 3 .5-1 6z'],
      [RED, 'M45 58q5 4 10 0', 2.6],
    ],
  })),
  person(
    'captain',
    BLUE,
    { skin: 'tan', hair: 'white', clothes: [NAVY, INK], mouth: 'calm' },
    ({ hair }) => ({
      front: [
        [hair, 'M31 50C31 62 36 74 50 74S69 62 69 50C66 58 60 54 50 54S34 58 31 50z'],
        [INK, 'M45 60h10', 2],
        [PAPER, 'M26 26C26 14 38 10 50 10S74 14 74 26L70 34H30z'],
        [INK, 'M29 31h42v6H29z'],
        [GOLD, disc(50, 25, 4.5)],
        [INK, 'M27 37Q50 31 73 37 60 43 50 42 40 43 27 37z'],
        [GOLD, 'M40 84h4M40 92h4M56 84h4M56 92h4', 3],
      ],
    }),
  ),
  person(
    'headphones',
    PLUM,
    { skin: 'brown', hair: 'black', clothes: [ORANGE, RED], eyes: 'shut' },
    ({ hair }) => ({
      back: [[hair, disc(50, 36, 25, 22)]],
      front: [
        crop(hair),
        [PAPER, 'M28 46C26 10 74 10 72 46', 4],
        [GOLD, 'M24 40h7v17h-7q-4-8 0-17zM76 40h-7v17h7q4-8 0-17z'],
      ],
    }),
  ),
  person('sunhat', TEAL, { skin: 'fair', hair: 'red', clothes: [PAPER, SAND] }, ({ hair }) => ({
    back: [[hair, 'M27 74C24 44 28 24 50 24S76 44 73 74z']],
    front: [
      [GOLD, 'M10 36Q50 18 90 36 50 46 10 36z'],
      [BRASS, 'M50 27.500Q72 28 90 36 70 41 50 41z'],
      [GOLD, 'M31 30C31 12 40 9 50 9S69 12 69 30Q50 36 31 30z'],
      [RED, 'M31 25Q50 31 69 25V31Q50 37 31 31z'],
    ],
  })),
  person('turban', ORANGE, { skin: 'brown', hair: 'black', clothes: [PAPER, STONE] }, ({ hair }) => ({
    front: [
      [hair, 'M31 49C31 64 37 74 50 74S69 64 69 49C66 57 58 53 50 53S34 57 31 49z'],
      [PAPER, 'M44 58.500q6 4 12 0', 2],
      [DEEP_TEAL, 'M27 40C22 18 38 9 50 9S78 18 73 40C66 30 58 27 50 27S34 30 27 40z'],
      [TEAL, 'M50 27C40 22 32 26 27 40 26 26 34 16 50 12 66 16 74 26 73 40 68 26 60 22 50 27z'],
      [GOLD, disc(50, 24, 3)],
    ],
  })),
  person('headscarf', PINK, { skin: 'tan', hair: 'black', clothes: [PLUM, NAVY] }, () => ({
    back: [[PLUM, 'M24 80C20 40 26 15 50 15S80 40 76 80z']],
    front: [
      [
        PLUM,
        'M50 18C32 18 26 34 28 56 30 70 40 76 50 76 36 66 32 58 33 46 34 36 40 31 50 31S66 36 67 46C68 58 64 66 50 76 60 76 70 70 72 56 74 34 68 18 50 18z',
      ],
      [NAVY, 'M50 76C60 76 70 70 72 56L78 82Q60 90 50 76z'],
    ],
  })),
  person('bun', OLIVE, { skin: 'pale', hair: 'grey', clothes: [DEEP_TEAL, FOREST] }, ({ hair }) => ({
    back: [[hair, disc(50, 14, 9)]],
    front: [parted(hair), ...glasses(DARK_RED), [PAPER, 'M38 75 50 86 62 75', 4]],
  })),
  person(
    'curls',
    GOLD,
    { skin: 'dark', hair: 'black', clothes: [RED, DARK_RED], mouth: 'grin' },
    ({ hair }) => ({
      back: [
        [
          hair,
          [
            [28, 34],
            [36, 22],
            [50, 17],
            [64, 22],
            [72, 34],
            [75, 48],
            [25, 48],
            [28, 60],
            [72, 60],
          ]
            .map(([x, y]) => disc(x!, y!, 10))
            .join(''),
        ],
      ],
      front: [
        [
          hair,
          [
            [37, 29],
            [46, 26],
            [55, 26],
            [63, 29],
          ]
            .map(([x, y]) => disc(x!, y!, 6))
            .join(''),
        ],
        [GOLD, `${disc(29, 57, 2.5)}${disc(71, 57, 2.5)}`],
      ],
    }),
  ),
  person(
    'moustache',
    STONE,
    { skin: 'fair', hair: 'brown', clothes: [OLIVE, FOREST], mouth: 'calm' },
    ({ hair }) => ({
      front: [
        parted(hair),
        brows(hair),
        [hair, 'M50 54C44 51 38 54 33 60 40 62 47 60 50 57 53 60 60 62 67 60 62 54 56 51 50 54z'],
        [PAPER, 'M42 74 50 84 58 74z'],
      ],
    }),
  ),
  person(
    'beard',
    FOREST,
    { skin: 'pale', hair: 'red', clothes: [WOOD, 'oklch(0.38 0.06 52)'] },
    ({ hair }) => ({
      front: [
        short(hair),
        brows(hair),
        [hair, 'M30 46C30 70 38 84 50 84S70 70 70 46C67 56 60 52 50 52S33 56 30 46z'],
        [PAPER, 'M44 58.500q6 4.500 12 0z'],
      ],
    }),
  ),
  person('glasses', RED, { skin: 'tan', hair: 'black', clothes: [SAND, BRASS] }, ({ hair }) => ({
    back: [[hair, 'M27 64C24 38 28 18 50 18S76 38 73 64z']],
    front: [
      [hair, 'M30 46C29 26 38 20 50 20S71 26 70 46C68 38 66 35 63 34H37C34 35 32 38 30 46z'],
      ...glasses(INK),
    ],
  })),
  person(
    'sunglasses',
    ORANGE,
    { skin: 'dark', hair: 'black', clothes: [PAPER, SAND], mouth: 'calm' },
    ({ hair }) => ({
      front: [
        crop(hair),
        [INK, 'M33 42h34l-2 7q-2 5-7 5t-7-6h-2q-2 6-7 6t-7-5z'],
        [TEAL, 'M37 44h8l-5 6z'],
        [INK, 'M33 43l-4 2M67 43l4 2', 2],
      ],
    }),
  ),
  person(
    'bowtie',
    NAVY,
    { skin: 'fair', hair: 'blond', clothes: [INK, 'oklch(0.18 0.02 60)'] },
    ({ hair }) => ({
      front: [
        parted(hair),
        brows(hair),
        [PAPER, 'M40 74 50 96 60 74Q50 80 40 74z'],
        [RED, 'M50 81 38 75V88zM50 81 62 75V88z'],
        [DARK_RED, disc(50, 81.5, 3)],
      ],
    }),
  ),
  person(
    'plaits',
    OLIVE,
    { skin: 'pale', hair: 'blond', clothes: [RED, DARK_RED], mouth: 'grin' },
    ({ hair }) => ({
      back: [
        [hair, [60, 69, 78, 87].map((y) => disc(26, y, 6) + disc(74, y, 6)).join('')],
        [BLUE, `${disc(26, 94, 3.5)}${disc(74, 94, 3.5)}`],
      ],
      front: [parted(hair), [RED, `${disc(37, 54, 2.5)}${disc(63, 54, 2.5)}`]],
    }),
  ),
  person('cap', SAND, { skin: 'tan', hair: 'brown', clothes: [FOREST, INK] }, ({ hair }) => ({
    front: [
      [hair, 'M30 50V38H36V44zM70 50V38H64V44z'],
      brows(hair),
      [WOOD, 'M27 36C24 20 38 14 52 14 68 14 76 24 74 34L50 32z'],
      ['oklch(0.38 0.06 52)', 'M22 37C32 28 64 28 76 34 66 40 40 34 22 37z'],
    ],
  })),
  person('chef', RED, { skin: 'brown', hair: 'grey', clothes: [PAPER, STONE] }, ({ hair }) => ({
    front: [
      [PAPER, `${disc(36, 18, 11)}${disc(50, 13, 12)}${disc(64, 18, 11)}`],
      [PAPER, 'M32 18h36v16H32z'],
      [STONE, 'M32 29h36v6H32zM42 16v12M58 16v12'],
      [hair, 'M50 54C45 52 40 54 37 58 43 60 48 59 50 57 52 59 57 60 63 58 60 54 55 52 50 54z'],
      [INK, `${disc(46, 84, 1.8)}${disc(54, 84, 1.8)}${disc(46, 93, 1.8)}${disc(54, 93, 1.8)}`],
    ],
  })),
  person('laurel', STONE, { skin: 'tan', hair: 'black', clothes: [PAPER, SAND] }, ({ hair }) => ({
    front: [
      crop(hair),
      brows(hair),
      [
        FOREST,
        [
          [31, 38, -60],
          [34, 30, -40],
          [40, 24, -20],
          [60, 24, 20],
          [66, 30, 40],
          [69, 38, 60],
        ]
          .map(([x, y]) => disc(x!, y!, 3, 5))
          .join(''),
      ],
      [GOLD, `${disc(37, 34, 1.8)}${disc(63, 34, 1.8)}${disc(50, 22, 2.5)}`],
      [RED, 'M20 88Q50 70 62 74L40 104H24z'],
    ],
  })),
  person('bobble', BLUE, { skin: 'pale', hair: 'red', clothes: [TEAL, DEEP_TEAL] }, ({ hair }) => ({
    back: [[hair, 'M27 70C25 50 28 36 50 34S75 50 73 70z']],
    front: [
      [ORANGE, 'M28 38C26 16 40 12 50 12S74 16 72 38z'],
      [RED, 'M28 24Q50 18 72 24L72.500 31Q50 25 27.500 31z'],
      [PAPER, 'M27 33Q50 27 73 33V41Q50 35 27 41z'],
      [PAPER, disc(50, 9, 6.5)],
      [RED, `${disc(37, 54, 2.5)}${disc(63, 54, 2.5)}`],
    ],
  })),
  person(
    'flower',
    DEEP_TEAL,
    { skin: 'brown', hair: 'black', clothes: [PINK, RED], eyes: 'shut' },
    ({ hair }) => ({
      back: [long(hair)],
      front: [
        parted(hair),
        [
          PAPER,
          [
            [66, 26],
            [73, 31],
            [71, 39],
            [63, 39],
            [60, 31],
          ]
            .map(([x, y]) => disc(x!, y!, 4.5))
            .join(''),
        ],
        [GOLD, disc(66.5, 33, 3.5)],
      ],
    }),
  ),
  person(
    'tophat',
    PLUM,
    { skin: 'fair', hair: 'grey', clothes: [INK, 'oklch(0.18 0.02 60)'], mouth: 'calm' },
    ({ hair }) => ({
      front: [
        [hair, 'M30 52V36H35V42zM70 52V36H65V42z'],
        [INK, 'M33 32V4H67V32z'],
        [RED, 'M33 24H67V31H33z'],
        [INK, 'M22 31H78V36H22z'],
        [GOLD, disc(57.5, 46.5, 6.5), 1.8],
        [GOLD, 'M63 50 66 70', 1.2],
        [PAPER, 'M42 74 50 84 58 74z'],
      ],
    }),
  ),
  person(
    'mohawk',
    'oklch(0.3 0.03 280)',
    { skin: 'pale', hair: 'black', clothes: [INK, 'oklch(0.18 0.02 60)'], mouth: 'calm' },
    () => ({
      back: [[PINK, 'M42 34 36 8 44 16 46 4 51 14 56 4 58 16 65 9 58 34z']],
      front: [
        [PINK, 'M43 32 41 18 50 12 59 18 57 32Q50 26 43 32z'],
        [INK, 'M38 41l8-1M54 40l8 1', 2.4],
        [GOLD, `${disc(30, 55, 2)}${disc(30, 50, 1.5)}`],
        [STONE, 'M24 88 34 82M30 96 42 88M76 88 66 82M70 96 58 88', 2],
      ],
    }),
  ),
  person(
    'goggles',
    BRASS,
    { skin: 'fair', hair: 'brown', clothes: [WOOD, 'oklch(0.38 0.06 52)'], mouth: 'grin' },
    () => ({
      front: [
        [WOOD, 'M28 60C24 26 36 16 50 16S76 26 72 60L67 54C68 40 64 34 50 34S32 40 33 54z'],
        [INK, 'M28 31H72', 5],
        [STONE, `${disc(41, 30, 8)}${disc(59, 30, 8)}`],
        [TEAL, `${disc(41, 30, 5.5)}${disc(59, 30, 5.5)}`],
        [PAPER, 'M36 76Q50 90 64 76L60 72H40z'],
      ],
    }),
  ),
  person('scarf', TEAL, { skin: 'tan', hair: 'white', clothes: [NAVY, INK] }, ({ hair }) => ({
    front: [
      short(hair),
      brows(hair),
      [GOLD, 'M32 66Q50 80 68 66L71 76Q50 90 29 76z'],
      [ORANGE, 'M56 76 66 73 72 100H60zM40 69l3 11M50 71v12M60 69l-3 11'],
    ],
  })),
];
