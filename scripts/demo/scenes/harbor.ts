import {
  blur,
  circle,
  ellipse,
  glints,
  group,
  gull,
  hill,
  house,
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

const horizon = 520
const walls = ['#efe0c6', '#e3c7a3', '#d9b48f', '#cfd3c8', '#e9d2b8', '#c98f6f']
const roofs = ['#8f3d22', '#a8431f', '#6d4438', '#7b5247', '#59525a']

/** Rows of houses up the hill, the upper ones hazier: the hill shows through. */
function town() {
  const { between, pick, chance } = random(11)
  return [0, 1, 2, 3].map((row) => {
    const depth = 3 - row
    const scale = 1 - depth * 0.16
    let x = 850 + depth * 40 - row * 10
    const houses: string[] = []
    while (x < 1330) {
      const width = between(38, 62) * scale
      const ground = horizon - depth * 40 - Math.max(0, (x - 700) / 26) * (depth ? 0.35 : 0)
      const colors = { wall: pick(walls), roof: pick(roofs), window: '#ffdf95', dark: '#6b6462' }
      const style = { lit: 0.55, seed: Math.round(x * 7 + row), chimney: chance(0.4) }
      houses.push(house(x, ground + 4, width, between(28, 52) * scale, colors, style))
      x += width + between(1, 10) * (row === 3 ? 1 : 1.4)
    }
    return group({ opacity: 1 - depth * 0.1 }, ...houses)
  })
}

const church = group(
  {},
  rect(884, 312, 30, 130, '#d8c2a5'),
  polygon(
    [
      [880, 314],
      [899, 236],
      [918, 314],
    ],
    '#4d5560',
  ),
  circle(899, 340, 6, '#6b6462'),
  rect(893, 362, 12, 24, '#ffdf95', { rx: 6 }),
  polygon(
    [
      [914, 440],
      [914, 366],
      [944, 344],
      [974, 366],
      [974, 440],
    ],
    '#e3cdb0',
  ),
)

const lighthouse = group(
  { transform: 'translate(424 0)' },
  polygon(
    [
      [300, 536],
      [318, 518],
      [470, 518],
      [486, 536],
    ],
    '#5d5a5c',
  ),
  polygon(
    [
      [352, 520],
      [358, 418],
      [382, 418],
      [388, 520],
    ],
    '#f4ead8',
  ),
  polygon(
    [
      [354.6, 476],
      [356.6, 446],
      [383.4, 446],
      [385.4, 476],
    ],
    '#a8431f',
  ),
  polygon(
    [
      [370, 418],
      [382, 418],
      [388, 520],
      [374, 520],
    ],
    '#2a3140',
    { opacity: 0.14 },
  ),
  rect(352, 410, 36, 8, '#39414b'),
  rect(359, 390, 22, 20, '#fff0be'),
  polygon(
    [
      [355, 390],
      [370, 376],
      [385, 390],
    ],
    '#39414b',
  ),
)

/** The company's house: the old ice house on the quay, its door open. */
function iceHouse() {
  const { between } = random(5)
  const left = 1168
  const right = 1478
  const eaves = 392
  const ground = 640
  const middle = (left + right) / 2
  const stones = Array.from({ length: 110 }, () => {
    const y = eaves + Math.floor(between(0, 16)) * 15.5
    return rect(between(left, right - 30), y + 1.5, between(16, 34), 12, '#b08d6c', {
      opacity: between(0.1, 0.34),
      rx: 2,
    })
  }).join('')
  const window = (x: number, y: number) =>
    rect(x - 4, y - 4, 46, 66, '#efe2cb', { rx: 2 }) +
    rect(x, y, 38, 58, 'url(#lamp)') +
    line(
      [
        [x + 19, y],
        [x + 19, y + 58],
      ],
      '#7a4a30',
      3,
    ) +
    line(
      [
        [x, y + 24],
        [x + 38, y + 24],
      ],
      '#7a4a30',
      3,
    ) +
    rect(x - 8, y + 60, 54, 6, '#c9b08f')
  return group(
    {},
    // A lower wing behind.
    polygon(
      [
        [1440, ground],
        [1440, 440],
        [1640, 440],
        [1640, ground],
      ],
      '#b8997a',
    ),
    polygon(
      [
        [1430, 446],
        [1462, 372],
        [1640, 372],
        [1640, 446],
      ],
      '#7d3a22',
    ),
    ...[1510, 1570].map(
      (x) =>
        rect(x, 482, 34, 46, '#ffd98a') +
        line(
          [
            [x + 17, 482],
            [x + 17, 528],
          ],
          '#7a4a30',
          3,
        ),
    ),
    rect(1376, 262, 30, 84, '#8a5138'),
    rect(1372, 256, 38, 10, '#6d3b28'),
    polygon(
      [
        [left, ground],
        [left, eaves],
        [middle, 262],
        [right, eaves],
        [right, ground],
      ],
      'url(#stone)',
    ),
    stones,
    polygon(
      [
        [middle, 262],
        [right, eaves],
        [right, ground],
        [middle + 60, ground],
      ],
      '#1f2430',
      { opacity: 0.1 },
    ),
    line(
      [
        [left - 22, eaves + 16],
        [middle, 256],
        [right + 22, eaves + 16],
      ],
      '#a8431f',
      19,
      {
        'stroke-linejoin': 'miter',
        'stroke-linecap': 'butt',
      },
    ),
    line(
      [
        [left - 20, eaves + 27],
        [middle, 270],
        [right + 20, eaves + 27],
      ],
      '#6f2c16',
      4,
      {
        'stroke-linejoin': 'miter',
        'stroke-linecap': 'butt',
      },
    ),
    // The company's mark in the gable.
    circle(middle, 346, 31, '#f2e6d0'),
    circle(middle, 346, 31, 'none', { stroke: '#7a4a30', 'stroke-width': 3 }),
    line(
      [
        [middle - 4, 326],
        [middle - 4, 346],
      ],
      '#2a211b',
      4,
    ),
    stroke(
      [
        [middle - 20, 352],
        [middle - 10, 346],
        [middle, 352],
        [middle + 10, 346],
        [middle + 20, 352],
      ],
      '#a8431f',
      4,
    ),
    stroke(
      [
        [middle - 18, 362],
        [middle - 8, 356],
        [middle + 2, 362],
        [middle + 12, 356],
        [middle + 19, 361],
      ],
      '#a8431f',
      3,
      { opacity: 0.6 },
    ),
    ...[1196, 1262, 1352, 1414].map((x) => window(x, 418)),
    window(1196, 534),
    window(1414, 534),
    // The door, and the light that falls out of it.
    path(`M1276 ${ground}V560Q1276 514 ${middle} 514Q1370 514 1370 560V${ground}Z`, '#5c3522'),
    path(`M1286 ${ground}V562Q1286 524 ${middle} 524Q1360 524 1360 562V${ground}Z`, 'url(#inside)'),
    rect(1300, 572, 46, 5, '#c98a45', { opacity: 0.8 }),
    rect(1304, 556, 10, 16, '#8d5a33', { opacity: 0.8 }),
    rect(1322, 560, 16, 12, '#8d5a33', { opacity: 0.8 }),
    polygon(
      [
        [1286, ground],
        [1360, ground],
        [1404, 690],
        [1200, 690],
      ],
      '#ffd98a',
      { opacity: 0.35, filter: 'url(#soft)' },
    ),
    line(
      [
        [middle, 498],
        [middle, 508],
      ],
      '#39414b',
      4,
    ),
    circle(middle, 511, 5, '#fff3cf'),
    circle(middle, 511, 40, 'url(#halo)'),
  )
}

const buoy = (x: number, y: number, size: number) =>
  group(
    { transform: `translate(${x} ${y}) scale(${size}) rotate(-4)` },
    line(
      [
        [-14, -30],
        [-5, -112],
      ],
      '#2f3b44',
      5,
    ),
    line(
      [
        [14, -30],
        [5, -112],
      ],
      '#2f3b44',
      5,
    ),
    line(
      [
        [-10, -60],
        [10, -60],
      ],
      '#2f3b44',
      4,
    ),
    line(
      [
        [-8, -86],
        [8, -86],
      ],
      '#2f3b44',
      4,
    ),
    rect(-17, -82, 34, 20, '#27506b', { transform: 'skewY(-4)', rx: 2 }),
    rect(-12, -130, 24, 20, '#f0a52b', { rx: 3 }),
    circle(0, -138, 8, '#fff0c2'),
    circle(0, -138, 34, 'url(#halo)'),
    path('M-58 0C-58 -26 -34 -36 0 -36C34 -36 58 -26 58 0L50 22H-50Z', '#f0a52b'),
    path('M0 -36C34 -36 58 -26 58 0L50 22H8C30 4 26 -20 0 -36Z', '#c97a1c'),
    path('M-50 -12C-36 -26 -18 -30 0 -30', 'none', {
      stroke: '#ffdf95',
      'stroke-width': 5,
      'stroke-linecap': 'round',
    }),
    rect(-57, -4, 114, 9, '#f4ead8', { opacity: 0.9 }),
  )

const boat = group(
  { transform: 'translate(0 10)' },
  line(
    [
      [930, 646],
      [930, 496],
    ],
    '#39414b',
    4,
  ),
  line(
    [
      [930, 520],
      [982, 588],
    ],
    '#39414b',
    2,
  ),
  line(
    [
      [930, 508],
      [842, 618],
    ],
    '#39414b',
    2,
  ),
  rect(917, 530, 26, 7, '#f2e6d0', { rx: 3 }),
  polygon(
    [
      [900, 634],
      [906, 572],
      [992, 572],
      [1004, 634],
    ],
    '#f2e6d0',
  ),
  polygon(
    [
      [958, 572],
      [992, 572],
      [1004, 634],
      [966, 634],
    ],
    '#1f2430',
    { opacity: 0.12 },
  ),
  rect(898, 566, 102, 8, '#a8431f', { rx: 3 }),
  rect(914, 584, 24, 22, '#ffdf95', { rx: 2 }),
  rect(946, 584, 22, 22, '#ffdf95', { rx: 2 }),
  rect(974, 584, 14, 22, '#f2c778', { rx: 2 }),
  path(
    'M806 620C860 636 1010 636 1084 622C1076 660 1058 680 1036 686H866C838 676 816 652 806 620Z',
    '#24405a',
  ),
  path('M806 620C860 636 1010 636 1084 622L1081 634C1010 648 866 648 812 633Z', '#f2e6d0'),
  path('M836 668C900 678 1000 678 1056 670L1036 686H866Z', '#7d2f18'),
  circle(1052, 650, 9, '#3b3634'),
  circle(1010, 656, 9, '#3b3634'),
)

function quay() {
  const { between } = random(3)
  const blocks = Array.from({ length: 64 }, (_, i) => {
    const row = i % 5
    return rect(1030 + Math.floor(i / 5) * 48 + (row % 2) * 22, 664 + row * 21, 44, 18, '#3d3a3c', {
      opacity: between(0.15, 0.55),
      rx: 2,
    })
  }).join('')
  return group(
    {},
    polygon(
      [
        [1024, 662],
        [1040, 636],
        [1610, 636],
        [1610, 662],
      ],
      '#a3917d',
    ),
    polygon(
      [
        [1024, 662],
        [1610, 662],
        [1610, 772],
        [1030, 772],
      ],
      '#59545a',
    ),
    blocks,
    rect(1022, 658, 590, 9, '#c5b198'),
    polygon(
      [
        [1024, 740],
        [1610, 740],
        [1610, 772],
        [1030, 772],
      ],
      '#263a3c',
      { opacity: 0.6 },
    ),
    // Bollards and a ladder.
    ...[1064, 1560].map((x) => path(`M${x} 660v-20q0 -7 8 -7h6q8 0 8 7v20Z`, '#2f2c30')),
    line(
      [
        [1130, 664],
        [1130, 764],
      ],
      '#8c8178',
      4,
    ),
    line(
      [
        [1152, 664],
        [1152, 764],
      ],
      '#8c8178',
      4,
    ),
    ...[682, 702, 722, 742].map((y) =>
      line(
        [
          [1130, y],
          [1152, y],
        ],
        '#8c8178',
        3,
      ),
    ),
    stroke(
      [
        [1076, 650],
        [1040, 674],
        [1060, 642],
      ],
      '#d8c6a4',
      3,
    ),
  )
}

const people = group(
  {},
  // Long shadows, away from the sun.
  ...[1112, 1236, 1420].map((x) =>
    polygon(
      [
        [x - 12, 652],
        [x + 12, 652],
        [x + 84, 660],
        [x + 60, 661],
      ],
      '#2a211b',
      { opacity: 0.28 },
    ),
  ),
  // One carries a probe in its frame, one has the list, one waits for them.
  person({
    x: 1112,
    y: 654,
    height: 112,
    skin: '#e3b08c',
    hair: '#5b3a26',
    top: '#27506b',
    bottom: '#3b3f4c',
    hat: 'beanie',
    hatColor: '#f0a52b',
    facing: -1,
    arms: [
      [
        [0.05, 0.15],
        [0.16, 0.1],
      ],
      [
        [0.03, 0.15],
        [0.16, 0.14],
      ],
    ],
  }),
  group(
    { transform: 'translate(1092 574)' },
    rect(-11, -20, 22, 44, '#f4ead8', { rx: 5 }),
    rect(-11, -20, 22, 12, '#f0a52b', { rx: 4 }),
    rect(-5, 24, 10, 14, '#39414b', { rx: 3 }),
  ),
  person({
    x: 1236,
    y: 654,
    height: 116,
    facing: -1,
    skin: '#8a5a3c',
    hair: '#1f1a1a',
    hairStyle: 'bun',
    top: '#a8431f',
    bottom: '#4a4038',
    arms: [
      [
        [0.02, 0.15],
        [0.1, 0.07],
      ],
      [
        [0.04, 0.15],
        [0.13, 0.09],
      ],
    ],
  }),
  rect(1210, 566, 20, 27, '#efe2cb', { rx: 2, transform: 'rotate(14 1220 580)' }),
  person({
    x: 1420,
    y: 652,
    height: 110,
    facing: -1,
    skin: '#d9a27c',
    hair: '#d9d2c8',
    top: '#5b7f86',
    bottom: '#2f3440',
    apron: '#e9d9bd',
    arms: [
      [
        [-0.02, 0.16],
        [0.0, 0.31],
      ],
      [
        [0.1, 0.07],
        [0.19, -0.09],
      ],
    ],
  }),
)

export function harbor() {
  const rows = town()
  const scene = group({}, ...rows.slice(0, 2), church, ...rows.slice(2))
  const { between } = random(21)
  const ripples = Array.from({ length: 90 }, () => {
    const depth = between(0, 1)
    return rect(
      between(-40, 1600),
      horizon + 24 + depth ** 1.4 * 360,
      between(30, 150) * (0.4 + depth),
      1.4 + 2 * depth,
      '#f0cfa4',
      {
        rx: 2,
        opacity: between(0.06, 0.2),
      },
    )
  }).join('')
  return picture(
    1600,
    900,
    [
      vertical(
        'sky',
        [0, '#2b4b63'],
        [0.3, '#5d7786'],
        [0.56, '#b89f8d'],
        [0.8, '#eebd87'],
        [1, '#fbdca4'],
      ),
      vertical('water', [0, '#eebf8d'], [0.1, '#b9a08d'], [0.36, '#56747d'], [1, '#1f3c4c']),
      radial('glow', [0, '#fff3cf', 0.95], [0.25, '#ffdf9f', 0.6], [1, '#ffcf8a', 0]),
      radial('cloud', [0, '#f9d3a2', 0.62], [0.6, '#f0c296', 0.3], [1, '#f0c296', 0]),
      radial('halo', [0, '#ffe9b0', 0.7], [1, '#ffe9b0', 0]),
      radial('lamp', [0, '#fff0bd'], [1, '#ffc765']),
      vertical('inside', [0, '#ffe3a0'], [1, '#f0a94e']),
      vertical('stone', [0, '#dcc3a2'], [1, '#b8997a']),
      blur('soft', 5),
      blur('wet', 7, 2.5),
      `<clipPath id="sea"><rect x="0" y="${horizon}" width="1600" height="380"/></clipPath>`,
    ],
    rect(0, 0, 1600, 540, 'url(#sky)'),
    ...[
      [180, 150, 300, 9],
      [420, 178, 380, 7],
      [90, 250, 240, 7],
      [760, 120, 330, 8],
      [1160, 196, 300, 7],
      [1010, 250, 420, 6],
      [520, 300, 300, 6],
    ].map(([x, y, width, height]) => ellipse(x!, y!, width! / 1.3, height! * 1.6, 'url(#cloud)')),
    circle(655, 440, 360, 'url(#glow)'),
    circle(655, 424, 44, '#fff6dc'),
    hill(
      [
        [-20, 452],
        [140, 408],
        [300, 440],
        [470, 396],
        [640, 446],
        [820, 400],
        [1020, 330],
        [1240, 360],
        [1460, 300],
        [1640, 330],
      ],
      540,
      '#b79a8d',
      { opacity: 0.85 },
    ),
    hill(
      [
        [-20, 486],
        [150, 458],
        [330, 482],
        [520, 470],
        [640, 492],
        [760, 440],
        [900, 380],
        [1100, 352],
        [1300, 372],
        [1640, 350],
      ],
      540,
      '#8f8380',
    ),
    hill(
      [
        [-20, 506],
        [200, 496],
        [420, 508],
        [560, 512],
        [640, 500],
        [760, 468],
        [960, 420],
        [1200, 404],
        [1640, 396],
      ],
      540,
      '#6f716c',
    ),
    scene,
    lighthouse,
    rect(0, horizon, 1600, 380, 'url(#water)'),
    // What the water shows of it.
    group(
      { 'clip-path': 'url(#sea)' },
      group(
        {
          transform: `translate(0 ${2 * horizon + 6}) scale(1 -1)`,
          filter: 'url(#wet)',
          opacity: 0.42,
        },
        scene,
        lighthouse,
      ),
      group(
        { transform: 'translate(0 1392) scale(1 -1)', filter: 'url(#wet)', opacity: 0.3 },
        boat,
      ),
    ),
    ellipse(655, 536, 130, 14, '#fff0c8', { opacity: 0.6, filter: 'url(#soft)' }),
    glints(
      { x: 655, width: 220, top: 530, bottom: 890 },
      { color: '#ffe7b3', count: 110, seed: 4, opacity: 0.75 },
    ),
    ripples,
    iceHouse(),
    quay(),
    group(
      { opacity: 0.5 },
      glints(
        { x: 1320, width: 260, top: 778, bottom: 880 },
        { color: '#ffd07f', count: 46, seed: 9 },
      ),
    ),
    people,
    boat,
    stroke(
      [
        [800, 700],
        [850, 692],
        [930, 698],
        [1010, 692],
        [1080, 698],
      ],
      '#f0d6ae',
      3,
      { opacity: 0.5 },
    ),
    group(
      { transform: 'translate(150 190) scale(0.76)' },
    group(
      { transform: 'translate(0 1590) scale(1 -1)', filter: 'url(#wet)', opacity: 0.3 },
      buoy(1000, 792, 1),
    ),
    buoy(1000, 790, 1),
    stroke(
      [
        [914, 810],
        [956, 818],
        [1000, 814],
        [1050, 820],
        [1096, 812],
      ],
      '#f4ddb8',
      4,
      { opacity: 0.7 },
    ),
    stroke(
      [
        [880, 830],
        [940, 836],
        [1010, 832],
        [1080, 838],
        [1140, 830],
      ],
      '#f4ddb8',
      3,
      { opacity: 0.4 },
    ),
    ),
    gull(820, 262, 24),
    gull(920, 214, 18),
    gull(742, 296, 14),
    gull(1080, 150, 20),
  )
}
