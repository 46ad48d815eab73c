import {
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

/** A swell: one crest line, filled, with light on it. */
function swell(y: number, height: number, color: string, seed: number) {
  const { between } = random(seed)
  const points = Array.from(
    { length: 15 },
    (_, i) => [-60 + i * 124, y + (i % 2 ? -height : height) * between(0.5, 1)] as const,
  )
  return hill(points, 940, color) + stroke(points, '#fff0cf', 2.5, { opacity: 0.28 })
}

const buoy = (x: number, y: number, size: number, turn: number) =>
  group(
    { transform: `translate(${x} ${y}) scale(${size}) rotate(${turn})` },
    line(
      [
        [-14, -30],
        [-5, -104],
      ],
      '#2f3b44',
      5,
    ),
    line(
      [
        [14, -30],
        [5, -104],
      ],
      '#2f3b44',
      5,
    ),
    line(
      [
        [-10, -62],
        [10, -62],
      ],
      '#2f3b44',
      4,
    ),
    rect(-18, -84, 36, 20, '#24405a', { rx: 2 }),
    rect(-11, -122, 22, 20, '#f0a52b', { rx: 3 }),
    circle(0, -130, 8, '#fff0c2'),
    path(
      'M-58 0C-58 -26 -34 -36 0 -36C34 -36 58 -26 58 0C56 20 40 34 0 34C-40 34 -56 20 -58 0Z',
      '#f0a52b',
    ),
    path('M0 -36C34 -36 58 -26 58 0C56 20 40 34 4 34C30 14 28 -18 0 -36Z', '#c97a1c'),
    rect(-58, -6, 116, 10, '#f4ead8', { opacity: 0.92 }),
    path('M-46 -16C-34 -26 -18 -30 -4 -30', 'none', {
      stroke: '#ffe0a0',
      'stroke-width': 5,
      'stroke-linecap': 'round',
    }),
  )

const boat = group(
  { transform: 'rotate(-2 900 640)' },
  line(
    [
      [1120, 560],
      [1120, 250],
    ],
    '#39414b',
    6,
  ),
  line(
    [
      [1120, 262],
      [1330, 560],
    ],
    '#39414b',
    2.5,
  ),
  line(
    [
      [1120, 262],
      [860, 560],
    ],
    '#39414b',
    2.5,
  ),
  rect(1098, 310, 44, 10, '#f2e6d0', { rx: 4 }),
  polygon(
    [
      [1120, 256],
      [1178, 270],
      [1120, 286],
    ],
    '#a8431f',
  ),
  // The wheelhouse.
  polygon(
    [
      [1020, 580],
      [1034, 424],
      [1222, 424],
      [1262, 580],
    ],
    '#f4ead8',
  ),
  polygon(
    [
      [1160, 424],
      [1222, 424],
      [1262, 580],
      [1172, 580],
    ],
    '#1f2430',
    { opacity: 0.1 },
  ),
  rect(1016, 408, 224, 18, '#a8431f', { rx: 5 }),
  ...[1050, 1112, 1172].map(
    (x) =>
      rect(x, 446, 48, 54, '#48707f', { rx: 5 }) +
      polygon(
        [
          [x + 8, 500],
          [x + 28, 446],
          [x + 40, 446],
          [x + 20, 500],
        ],
        '#cfe3dd',
        { opacity: 0.5 },
      ),
  ),
  circle(1086, 544, 17, '#48707f'),
  circle(1086, 544, 17, 'none', { stroke: '#c9b08f', 'stroke-width': 5 }),
  // The davit with the buoy.
  line(
    [
      [720, 590],
      [720, 380],
      [600, 330],
      [520, 340],
    ],
    '#2f3b44',
    11,
  ),
  line(
    [
      [720, 440],
      [640, 350],
    ],
    '#2f3b44',
    6,
  ),
  circle(522, 342, 9, '#c9b08f'),
  line(
    [
      [522, 346],
      [522, 470],
    ],
    '#efe0c0',
    3,
  ),
  person({
    x: 800,
    y: 622,
    height: 212,
    facing: -1,
    skin: '#8a5a3c',
    hair: '#1f1a1a',
    hairStyle: 'long',
    top: '#f08a24',
    bottom: '#27405a',
    vest: '#a8431f',
    lean: 6,
    arms: [
      [
        [0.09, 0.08],
        [0.22, 0.02],
      ],
      [
        [0.1, 0.1],
        [0.23, 0.06],
      ],
    ],
  }),
  person({
    x: 936,
    y: 620,
    height: 222,
    facing: -1,
    skin: '#e3b08c',
    hair: '#d8d0c2',
    top: '#5b7f86',
    bottom: '#3a3f4c',
    hat: 'beanie',
    hatColor: '#24405a',
    arms: [
      [
        [0.04, 0.15],
        [0.13, 0.08],
      ],
      [
        [0.06, 0.14],
        [0.15, 0.06],
      ],
    ],
  }),
  rect(890, 446, 26, 18, '#24303a', { rx: 3 }),
  path(
    'M560 574C760 610 1180 606 1420 552C1404 640 1340 706 1290 720H700C630 690 584 640 560 574Z',
    '#24405a',
  ),
  path('M560 574C760 610 1180 606 1420 552L1414 580C1180 634 760 636 572 602Z', '#f4ead8'),
  path('M628 680C800 704 1180 704 1338 672L1290 724H700Z', '#8d3519'),
  ...[820, 940, 1060].map((x) => circle(x, 652, 22, '#2b2a2c') + circle(x, 652, 10, '#24405a')),
  rect(1296, 596, 66, 22, '#f4ead8', { opacity: 0.85, rx: 4, transform: 'rotate(-8 1330 606)' }),
)

export function sea() {
  return picture(
    1600,
    900,
    [
      vertical('sky', [0, '#5f8a9c'], [0.45, '#b9c4b8'], [0.8, '#f3d6a6'], [1, '#fbe3b4']),
      vertical('deep', [0, '#c9b894'], [0.12, '#7d9a97'], [0.5, '#3f6f7b'], [1, '#1f4757']),
      radial('glow', [0, '#fff7dc', 1], [0.2, '#ffe9b4', 0.6], [1, '#ffe2a4', 0]),
      radial('cloud', [0, '#fff4de', 0.85], [0.6, '#fde6c2', 0.4], [1, '#fde6c2', 0]),
    ],
    rect(0, 0, 1600, 560, 'url(#sky)'),
    ...[
      [240, 130, 320, 20],
      [560, 90, 300, 14],
      [1180, 150, 360, 20],
      [1420, 90, 220, 12],
      [760, 220, 320, 12],
      [120, 260, 240, 12],
    ].map(([x, y, rx, ry]) => ellipse(x!, y!, rx!, ry!, 'url(#cloud)')),
    circle(330, 470, 380, 'url(#glow)'),
    circle(330, 458, 46, '#fffbe9'),
    hill(
      [
        [700, 500],
        [900, 452],
        [1080, 470],
        [1300, 410],
        [1640, 440],
      ],
      540,
      '#9fb0a4',
    ),
    hill(
      [
        [980, 505],
        [1160, 484],
        [1340, 460],
        [1640, 470],
      ],
      540,
      '#7d958a',
    ),
    rect(1494, 404, 12, 60, '#f4ead8'),
    rect(1494, 424, 12, 14, '#a8431f'),
    rect(0, 500, 1600, 400, 'url(#deep)'),
    glints(
      { x: 330, width: 320, top: 506, bottom: 780 },
      { color: '#fff1cb', count: 120, seed: 6, opacity: 0.8 },
    ),
    buoy(170, 572, 0.42, 6),
    buoy(1500, 566, 0.34, -5),
    swell(596, 9, '#5d8a90', 3),
    swell(640, 12, '#477782', 5),
    boat,
    swell(706, 13, '#376673', 8),
    buoy(516, 636, 1.35, -5),
    swell(772, 16, '#2a5767', 12),
    glints(
      { x: 420, width: 700, top: 724, bottom: 890 },
      { color: '#ffe9b8', count: 60, seed: 15, opacity: 0.45 },
    ),
    swell(852, 20, '#1f4757', 15),
    stroke(
      [
        [560, 706],
        [640, 696],
        [760, 716],
        [880, 700],
        [1010, 716],
        [1140, 700],
        [1280, 714],
        [1400, 700],
      ],
      '#fff6e0',
      6,
      { opacity: 0.7 },
    ),
    gull(640, 190, 26),
    gull(760, 130, 18),
    gull(420, 240, 20),
    gull(980, 220, 22),
    gull(910, 300, 15),
  )
}
