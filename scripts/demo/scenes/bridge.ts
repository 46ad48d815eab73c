import {
  blur,
  circle,
  ellipse,
  glints,
  group,
  gull,
  hill,
  line,
  path,
  person,
  picture,
  polygon,
  radial,
  random,
  rect,
  stroke,
  vertical,
} from '../kit.ts'

const deck = 440
const water = 690

/** Crowns of overlapping circles, light from the right. */
function tree(
  x: number,
  y: number,
  size: number,
  [dark, mid, light]: readonly [string, string, string],
) {
  const blobs = [
    [-0.3, -0.55, 0.3, dark],
    [0.28, -0.52, 0.31, dark],
    [0, -0.78, 0.36, mid],
    [-0.18, -0.62, 0.28, mid],
    [0.16, -0.84, 0.22, light],
    [0.3, -0.62, 0.17, light],
  ] as const
  return (
    rect(x - size * 0.045, y - size * 0.4, size * 0.09, size * 0.42, '#5a4232') +
    blobs
      .map(([dx, dy, r, color]) => circle(x + dx * size, y + dy * size, r * size, color))
      .join('')
  )
}

const greens = ['#4e6a4c', '#64805a', '#86996a'] as const
const golds = ['#a9642a', '#c98634', '#e3ab55'] as const

function stones() {
  const { between } = random(31)
  return Array.from({ length: 170 }, (_, i) => {
    const row = i % 12
    const x = -20 + Math.floor(i / 12) * 118 + (row % 2) * 52
    return rect(x + between(-6, 6), deck + 14 + row * 22, between(56, 96), 18, '#6f5a48', {
      opacity: between(0.08, 0.28),
      rx: 3,
    })
  }).join('')
}

const arches = [
  [130, 210],
  [500, 240],
  [900, 240],
  [1280, 210],
] as const

function bridge() {
  const openings = arches
    .map(([x, width]) => {
      const half = width / 2
      return `M${x} 780V${deck + 150}A${half} ${half * 0.84} 0 0 1 ${x + width} ${deck + 150}V780Z`
    })
    .join('')
  const rings = arches.map(([x, width]) => {
    const half = width / 2
    return path(
      `M${x - 8} ${deck + 152}A${half + 8} ${(half + 8) * 0.84} 0 0 1 ${x + width + 8} ${deck + 152}`,
      'none',
      { stroke: '#e3cfae', 'stroke-width': 18, 'stroke-dasharray': '26 3' },
    )
  })
  return group(
    {},
    `<clipPath id="span"><path clip-rule="evenodd" d="M-20 ${deck}H1620V780H-20Z${openings}"/></clipPath>`,
    group({ 'clip-path': 'url(#span)' }, rect(-20, deck, 1640, 340, 'url(#stone)'), stones()),
    // The underside of each arch is in shadow.
    ...arches.map(([x, width]) => {
      const half = width / 2
      return path(
        `M${x} 700V${deck + 150}A${half} ${half * 0.84} 0 0 1 ${x + width} ${deck + 150}V700H${x + width - 26}V${deck + 156}A${half - 18} ${(half - 18) * 0.86} 0 0 0 ${x + 12} ${deck + 160}V700Z`,
        '#3d332c',
        { opacity: 0.4 },
      )
    }),
    ...rings,
    // Cutwaters between the arches.
    ...[420, 820, 1210].map(
      (x) =>
        polygon(
          [
            [x - 40, 730],
            [x - 24, 600],
            [x, 584],
            [x + 24, 600],
            [x + 40, 730],
          ],
          '#b29a7c',
        ) +
        polygon(
          [
            [x, 584],
            [x + 24, 600],
            [x + 40, 730],
            [x, 730],
          ],
          '#3d332c',
          { opacity: 0.16 },
        ),
    ),
    rect(-20, deck - 42, 1640, 46, '#d9c3a0'),
    ...Array.from({ length: 21 }, (_, i) =>
      line(
        [
          [i * 80 - 10, deck - 40],
          [i * 80 - 10, deck + 2],
        ],
        '#a38b6c',
        2,
      ),
    ),
    rect(-20, deck - 52, 1640, 12, '#ead8b6'),
    rect(-20, deck + 2, 1640, 8, '#8f7a60'),
  )
}

/** The radar gauge on its arm, over the middle of the river. */
const gauge = group(
  { transform: 'translate(-70 0)' },
  rect(742, deck - 172, 12, 140, '#39454d', { rx: 3 }),
  rect(744, deck - 176, 8, 14, '#39454d'),
  polygon(
    [
      [700, deck - 214],
      [800, deck - 190],
      [796, deck - 182],
      [697, deck - 205],
    ],
    '#22405a',
  ),
  line(
    [
      [728, deck - 207],
      [724, deck - 198],
    ],
    '#5f87a3',
    2,
  ),
  rect(716, deck - 150, 64, 82, '#eef0ea', { rx: 6 }),
  rect(758, deck - 150, 22, 82, '#1f2f38', { rx: 6, opacity: 0.1 }),
  rect(724, deck - 140, 48, 28, '#1f4457', { rx: 3 }),
  line(
    [
      [728, deck - 120],
      [738, deck - 128],
      [748, deck - 122],
      [768, deck - 134],
    ],
    '#ffd08a',
    2.5,
  ),
  circle(734, deck - 96, 5, '#a8431f'),
  line(
    [
      [746, deck - 98],
      [770, deck - 98],
    ],
    '#9aa7a5',
    3,
  ),
  line(
    [
      [746, deck - 88],
      [762, deck - 88],
    ],
    '#9aa7a5',
    3,
  ),
)

const van = group(
  { transform: 'translate(0 -4)' },
  path(
    `M1150 ${deck - 40}V${deck - 136}Q1150 ${deck - 156} 1170 ${deck - 156}H1330Q1346 ${deck - 156} 1356 ${deck - 142}L1384 ${deck - 100}L1420 ${deck - 90}Q1432 ${deck - 86} 1432 ${deck - 72}V${deck - 40}Z`,
    '#f1ead9',
  ),
  rect(1150, deck - 84, 282, 16, '#a8431f'),
  path(
    `M1326 ${deck - 142}H1336Q1344 ${deck - 142} 1350 ${deck - 132}L1370 ${deck - 102}H1316V${deck - 132}Q1316 ${deck - 142} 1326 ${deck - 142}Z`,
    '#547886',
  ),
  rect(1262, deck - 142, 40, 38, '#547886', { rx: 5 }),
  stroke(
    [
      [1180, deck - 118],
      [1192, deck - 124],
      [1204, deck - 118],
      [1216, deck - 124],
      [1228, deck - 118],
    ],
    '#2f5568',
    5,
  ),
  stroke(
    [
      [1180, deck - 104],
      [1192, deck - 110],
      [1204, deck - 104],
      [1216, deck - 110],
      [1228, deck - 104],
    ],
    '#2f5568',
    4,
    { opacity: 0.6 },
  ),
  rect(1180, deck - 168, 130, 8, '#39454d', { rx: 3 }),
  circle(1424, deck - 72, 6, '#ffe6a8'),
)

export function bridgeOverRiver() {
  const { between } = random(77)
  const ripples = Array.from({ length: 70 }, () => {
    const depth = between(0, 1)
    return rect(
      between(-60, 1560),
      water + 10 + depth * 200,
      between(40, 150) * (0.4 + depth),
      2 + 2 * depth,
      '#e9dcc0',
      { rx: 2, opacity: between(0.08, 0.3) },
    )
  }).join('')
  return picture(
    1600,
    900,
    [
      vertical('sky', [0, '#8fb3bd'], [0.6, '#d8dcc8'], [1, '#f6e3ba']),
      vertical('river', [0, '#a9a583'], [0.25, '#7f8f80'], [1, '#3f5c62']),
      vertical('stone', [0, '#d2bc98'], [1, '#a38d70']),
      radial('sun', [0, '#fff6d8', 0.95], [0.3, '#ffeebd', 0.5], [1, '#ffeebd', 0]),
      radial('cloud', [0, '#fffaf0', 0.8], [0.6, '#fffaf0', 0.45], [1, '#fffaf0', 0]),
      blur('wet', 8, 3),
      blur('soft', 6),
      `<clipPath id="below"><rect x="0" y="${water}" width="1600" height="220"/></clipPath>`,
    ],
    rect(0, 0, 1600, 760, 'url(#sky)'),
    circle(1220, 150, 340, 'url(#sun)'),
    circle(1220, 150, 40, '#fffbe9'),
    ...[
      [260, 110, 230, 22],
      [420, 140, 260, 16],
      [840, 90, 240, 16],
      [980, 210, 260, 14],
    ].map(([x, y, rx, ry]) => ellipse(x!, y!, rx!, ry!, 'url(#cloud)')),
    hill(
      [
        [-20, 330],
        [200, 220],
        [420, 280],
        [640, 190],
        [860, 262],
        [1100, 200],
        [1360, 280],
        [1640, 180],
      ],
      760,
      '#a9bbb0',
    ),
    hill(
      [
        [-20, 380],
        [180, 320],
        [400, 350],
        [620, 300],
        [820, 350],
        [1040, 310],
        [1300, 350],
        [1640, 290],
      ],
      760,
      '#8aa38c',
    ),
    ...Array.from({ length: 26 }, () => {
      const x = between(-20, 1620)
      return tree(x, between(372, 410), between(60, 96), x % 3 < 1 ? golds : greens)
    }),
    hill(
      [
        [-20, 400],
        [300, 396],
        [640, 420],
        [1000, 400],
        [1640, 392],
      ],
      760,
      '#748d66',
    ),
    hill(
      [
        [-20, 590],
        [200, 560],
        [420, 600],
        [620, 630],
        [900, 622],
        [1180, 590],
        [1400, 560],
        [1640, 590],
      ],
      760,
      '#5f7a52',
    ),
    rect(0, water - 50, 1600, 260, 'url(#river)'),
    van,
    gauge,
    person({
      x: 776,
      y: deck + 16,
      height: 208,
      facing: -1,
      skin: '#d9a27c',
      hair: '#4a2f22',
      hairStyle: 'long',
      top: '#2f5568',
      bottom: '#3a3f4c',
      vest: '#f08a24',
      hat: 'helmet',
      hatColor: '#f4ead8',
      arms: [
        [
          [0.06, 0.14],
          [0.19, 0.1],
        ],
        [
          [0.09, 0.1],
          [0.24, 0.03],
        ],
      ],
    }),
    group(
      { transform: `translate(726 ${deck - 116}) rotate(8)` },
      rect(-12, -9, 26, 36, '#24303a', { rx: 3 }),
      rect(-9, -6, 20, 26, '#bfe0dd', { rx: 1 }),
    ),
    bridge(),
    // Their half of the gauge hangs before the bridge.
    group(
      { transform: 'translate(-70 0)' },
      line(
        [
          [748, deck - 58],
          [748, deck + 34],
          [690, deck + 34],
        ],
        '#39454d',
        8,
      ),
      polygon(
        [
          [672, deck + 34],
          [706, deck + 34],
          [716, deck + 66],
          [662, deck + 66],
        ],
        '#eef0ea',
      ),
      rect(662, deck + 64, 54, 8, '#9aa7a5', { rx: 3 }),
      ...[0, 1, 2, 3].map((i) =>
        path(
          `M${666 - i * 12} ${deck + 106 + i * 40}q${23 + i * 12} ${22 + i * 5} ${46 + i * 24} 0`,
          'none',
          {
            stroke: '#fff3d6',
            'stroke-width': 4,
            'stroke-linecap': 'round',
            opacity: 0.85 - i * 0.16,
          },
        ),
      ),
    ),
    group(
      { 'clip-path': 'url(#below)' },
      rect(0, water, 1600, 220, 'url(#river)'),
      group(
        {
          transform: `translate(0 ${2 * water + 30}) scale(1 -1)`,
          filter: 'url(#wet)',
          opacity: 0.4,
        },
        bridge(),
      ),
    ),
    ripples,
    glints(
      { x: 1180, width: 420, top: water + 6, bottom: 890 },
      { color: '#fff3cf', count: 60, seed: 12, opacity: 0.6 },
    ),
    ...[
      [300, 760],
      [690, 800],
      [1010, 770],
    ].map(([x, y]) =>
      stroke(
        [
          [x! - 70, y!],
          [x! - 30, y! - 8],
          [x! + 20, y! + 2],
          [x! + 80, y! - 6],
        ],
        '#f2ead2',
        4,
        { opacity: 0.5 },
      ),
    ),
    // Where the current meets the piers.
    ...[420, 820, 1210].map((x) =>
      stroke(
        [
          [x - 84, 732],
          [x - 44, 722],
          [x, 728],
          [x + 44, 722],
          [x + 86, 732],
        ],
        '#f6efdc',
        4,
        { opacity: 0.7 },
      ),
    ),
    // The near bank.
    path('M-20 920V846C120 816 260 838 400 868C470 884 520 900 560 920Z', '#4c6446'),
    path('M1620 920V830C1500 822 1390 850 1300 880C1260 896 1230 910 1210 920Z', '#43593f'),
    ...Array.from({ length: 34 }, (_, i) => {
      const x = i < 20 ? between(-10, 380) : between(1300, 1600)
      const y = i < 20 ? between(850, 900) : between(850, 900)
      return stroke(
        [
          [x, y],
          [x + between(-8, 8), y - between(30, 50)],
          [x + between(-22, 22), y - between(60, 96)],
        ],
        i % 4 ? '#6a7f4e' : '#c09a4c',
        4,
      )
    }),
    gull(520, 170, 20),
    gull(610, 210, 14),
  )
}
