import {
  blur,
  circle,
  ellipse,
  glints,
  group,
  hill,
  house,
  line,
  path,
  person,
  picture,
  plant,
  polygon,
  radial,
  random,
  rect,
  stroke,
  vertical,
} from '../kit.ts'

const bench = 690

/** A tall window with the harbor behind it. */
function view(x: number, width: number, seed: number) {
  const { between, pick } = random(seed)
  const houses = Array.from({ length: 7 }, (_, i) =>
    house(
      x + 10 + i * 46 + between(-6, 6),
      446,
      between(28, 40),
      between(22, 40),
      {
        wall: pick(['#f1e2c9', '#e3c7a3', '#d3b394', '#cfd6cd']),
        roof: pick(['#a8431f', '#8f4a34', '#6f5a55']),
        window: '#7f7a74',
      },
      { lit: 1, seed: i },
    ),
  )
  const id = `pane${seed}`
  return group(
    {},
    `<clipPath id="${id}"><rect x="${x}" y="120" width="${width}" height="440"/></clipPath>`,
    group(
      { 'clip-path': `url(#${id})` },
      rect(x, 120, width, 340, 'url(#day)'),
      ellipse(x + width * 0.35, 210, 120, 16, '#fff', { opacity: 0.5 }),
      ellipse(x + width * 0.7, 250, 150, 12, '#fff', { opacity: 0.4 }),
      hill(
        [
          [x - 20, 404],
          [x + width * 0.3, 352],
          [x + width * 0.65, 388],
          [x + width + 20, 330],
        ],
        470,
        '#a9bcae',
      ),
      hill(
        [
          [x - 20, 420],
          [x + width * 0.4, 408],
          [x + width + 20, 380],
        ],
        470,
        '#86a08f',
      ),
      ...houses,
      rect(x, 446, width, 120, 'url(#bay)'),
      glints(
        { x: x + width / 2, width: width * 0.9, top: 452, bottom: 556 },
        { color: '#fff6e0', count: 26, seed, opacity: 0.7 },
      ),
    ),
    ...[0, 1 / 3, 2 / 3, 1].map((part) => rect(x + part * width - 6, 112, 12, 452, '#f6efe1')),
    ...[112, 258, 404, 554].map((y) => rect(x - 6, y, width + 12, y === 554 ? 14 : 9, '#f6efe1')),
    rect(x - 22, 564, width + 44, 16, '#e6d6bb'),
    rect(x - 22, 577, width + 44, 5, '#bfa988'),
  )
}

const lamp = (x: number, drop: number) =>
  group(
    {},
    line(
      [
        [x, 0],
        [x, drop],
      ],
      '#3a3532',
      3,
    ),
    path(
      `M${x - 56} ${drop + 44}C${x - 52} ${drop + 8} ${x - 24} ${drop - 6} ${x} ${drop - 6}C${x + 24} ${drop - 6} ${x + 52} ${drop + 8} ${x + 56} ${drop + 44}Z`,
      '#2f5568',
    ),
    path(
      `M${x + 10} ${drop - 5}C${x + 34} ${drop} ${x + 52} ${drop + 14} ${x + 56} ${drop + 44}H${x + 22}C${x + 24} ${drop + 20} ${x + 20} ${drop + 6} ${x + 10} ${drop - 5}Z`,
      '#244455',
    ),
    ellipse(x, drop + 44, 56, 7, '#fff0c2'),
    ellipse(x, drop + 70, 130, 70, 'url(#warm)'),
  )

/** A logger with its screen, as the company builds them. */
const logger = (x: number, y: number, size: number) =>
  group(
    { transform: `translate(${x} ${y}) scale(${size})` },
    rect(-46, -118, 92, 118, '#e7ece8', { rx: 10 }),
    path('M18 -118H36Q46 -118 46 -108V-10Q46 0 36 0H18Z', '#1f2f38', { opacity: 0.08 }),
    rect(-34, -104, 68, 44, '#1f4457', { rx: 4 }),
    line(
      [
        [-28, -74],
        [-16, -84],
        [-6, -78],
        [6, -94],
        [16, -82],
        [28, -88],
      ],
      '#ffd08a',
      3,
    ),
    circle(-24, -36, 7, '#a8431f'),
    line(
      [
        [-6, -40],
        [30, -40],
      ],
      '#9aa7a5',
      4,
    ),
    line(
      [
        [-6, -28],
        [18, -28],
      ],
      '#9aa7a5',
      4,
    ),
    ...[-30, -14, 2].map((dx) => circle(dx, -12, 3.4, '#9aa7a5')),
  )

const probe = (x: number, y: number, length: number, angle: number) =>
  group(
    { transform: `translate(${x} ${y}) rotate(${angle})` },
    rect(-7, -length, 14, length, '#8d9aa0', { rx: 4 }),
    rect(-9, -length - 6, 18, 26, '#f0a52b', { rx: 5 }),
    rect(-7, -22, 14, 22, '#2f3b44', { rx: 4 }),
    rect(-3, -length + 24, 3, length - 52, '#c8d1d2'),
  )

function board() {
  const { pick, between } = random(8)
  const bins = Array.from({ length: 21 }, (_, i) => {
    const x = 1266 + (i % 7) * 44
    const y = 372 + Math.floor(i / 7) * 46
    const color = pick(['#a8431f', '#c9762f', '#2f5568', '#5b7f86', '#7d6a52'])
    return (
      rect(x, y, 38, 34, color, { rx: 3 }) +
      rect(x, y, 38, 9, '#ffffff', { opacity: 0.18, rx: 3 }) +
      rect(x + 11, y + 16, 16, 8, '#f6efe1', { opacity: between(0.5, 0.9) })
    )
  })
  const tool = (x: number, color: string, length: number) =>
    rect(x, 166, 12, 34, color, { rx: 4 }) + rect(x + 4, 200, 4, length, '#8a8f90', { rx: 2 })
  return group(
    {},
    rect(1250, 136, 322, 376, '#a98258', { rx: 6 }),
    rect(1250, 136, 322, 376, '#6f4c2c', { rx: 6, opacity: 0.12 }),
    ...Array.from({ length: 60 }, (_, i) =>
      circle(1274 + (i % 10) * 30, 160 + Math.floor(i / 10) * 34, 2.4, '#6f4c2c', { opacity: 0.5 }),
    ),
    tool(1284, '#a8431f', 70),
    tool(1312, '#f0a52b', 56),
    tool(1340, '#2f5568', 84),
    path('M1384 166l10 92h8l-6 -92ZM1418 166l-10 92h-8l6 -92Z', '#4a5459'),
    circle(1490, 226, 46, 'none', { stroke: '#2f3b44', 'stroke-width': 9 }),
    circle(1490, 226, 30, 'none', { stroke: '#a8431f', 'stroke-width': 8 }),
    stroke(
      [
        [1514, 262],
        [1536, 300],
        [1528, 336],
      ],
      '#2f3b44',
      9,
    ),
    rect(1258, 404, 308, 5, '#6f4c2c'),
    ...bins,
  )
}

const benchTop = group(
  {},
  rect(0, bench, 1600, 30, '#b9803f'),
  rect(0, bench, 1600, 8, '#d29b57'),
  rect(0, bench + 30, 1600, 260, '#8c5a2e'),
  ...[30, 430, 830, 1230].map(
    (x) =>
      rect(x, bench + 48, 350, 130, '#7c4d26', { rx: 4 }) +
      rect(x + 140, bench + 74, 70, 12, '#d8b98a', { rx: 6 }),
  ),
  rect(0, bench + 30, 1600, 10, '#3a2413', { opacity: 0.25 }),
)

export function workshop() {
  return picture(
    1600,
    900,
    [
      vertical('wall', [0, '#ead9ba'], [1, '#dcc49c']),
      vertical('day', [0, '#a9cbd3'], [0.7, '#e3e6d4'], [1, '#f6e6c4']),
      vertical('bay', [0, '#9dbdbd'], [1, '#5d8d96']),
      radial('warm', [0, '#fff1c9', 0.75], [1, '#fff1c9', 0]),
      vertical('beam', [0, '#fff6da', 0.5], [1, '#fff6da', 0.04]),
      blur('soft', 10),
      blur('small', 4),
    ],
    rect(0, 0, 1600, 900, 'url(#wall)'),
    // Beams of the old roof.
    rect(0, 0, 1600, 34, '#8a5f38'),
    rect(0, 30, 1600, 8, '#5f3f24', { opacity: 0.6 }),
    ...[210, 690, 1190].map((x) =>
      polygon(
        [
          [x, 34],
          [x + 46, 34],
          [x + 30, 92],
          [x + 16, 92],
        ],
        '#7a5230',
      ),
    ),
    view(70, 480, 3),
    view(660, 480, 7),
    board(),
    // The sun comes in at a slant.
    ...[
      [76, 300],
      [238, 300],
      [400, 300],
      [666, 300],
      [828, 300],
      [990, 300],
    ].map(([x]) =>
      polygon(
        [
          [x!, 120],
          [x! + 146, 120],
          [x! + 420, 700],
          [x! + 250, 700],
        ],
        'url(#beam)',
        { opacity: 0.34, filter: 'url(#small)' },
      ),
    ),
    lamp(612, 150),
    lamp(1196, 118),
    plant(92, 566, 92, { pot: '#c0673d' }),
    plant(520, 566, 70, { pot: '#e9d9bd' }),
    // Standing at the bench: one lifts a probe into the light, one reads what the logger says.
    person({
      x: 470,
      y: 946,
      height: 520,
      skin: '#8a5a3c',
      hair: '#221c1c',
      hairStyle: 'bun',
      top: '#a8431f',
      bottom: '#3a3f4c',
      apron: '#ead9ba',
      arms: [
        [
          [0.03, 0.15],
          [0.16, 0.1],
        ],
        [
          [0.1, 0.1],
          [0.21, -0.03],
        ],
      ],
    }),
    probe(588, 600, 190, 24),
    person({
      x: 1020,
      y: 956,
      height: 540,
      facing: -1,
      skin: '#e6b594',
      hair: '#c9c0b4',
      top: '#2f5568',
      bottom: '#4a4038',
      apron: '#d9c49c',
      lean: 5,
      arms: [
        [
          [0.06, 0.15],
          [0.2, 0.2],
        ],
        [
          [0.07, 0.15],
          [0.2, 0.23],
        ],
      ],
    }),
    benchTop,
    ellipse(800, bench + 4, 700, 10, '#fff3cf', { opacity: 0.25, filter: 'url(#soft)' }),
    // On the bench.
    ellipse(880, bench, 90, 8, '#3a2413', { opacity: 0.3, filter: 'url(#small)' }),
    logger(872, bench + 2, 1.3),
    stroke(
      [
        [812, bench - 22],
        [770, bench - 4],
        [730, bench - 26],
        [700, bench - 8],
      ],
      '#a8431f',
      6,
    ),
    rect(620, bench - 46, 92, 46, '#2f6b5a', { rx: 4 }),
    ...[
      [632, -36, 16, 10],
      [656, -36, 26, 14],
      [632, -18, 34, 8],
      [676, -20, 12, 12],
      [692, -38, 10, 20],
    ].map(([x, y, width, height]) => rect(x!, bench + y!, width!, height!, '#f2d9a2', { rx: 1 })),
    rect(1122, bench - 44, 40, 44, '#a8431f', { rx: 5 }),
    path(`M1160 ${bench - 36}q22 2 20 16q-2 12 -20 12`, 'none', {
      stroke: '#a8431f',
      'stroke-width': 7,
    }),
    stroke(
      [
        [1134, bench - 54],
        [1130, bench - 66],
        [1138, bench - 76],
      ],
      '#fff8e6',
      4,
      { opacity: 0.7 },
    ),
    stroke(
      [
        [1150, bench - 54],
        [1146, bench - 68],
        [1154, bench - 80],
      ],
      '#fff8e6',
      4,
      { opacity: 0.6 },
    ),
    // Finished buoys' heads, in a row.
    ...[1280, 1392, 1504].map((x, i) =>
      group(
        {},
        ellipse(x, bench, 54, 7, '#3a2413', { opacity: 0.3, filter: 'url(#small)' }),
        path(
          `M${x - 48} ${bench}C${x - 48} ${bench - 62} ${x - 22} ${bench - 78} ${x} ${bench - 78}C${x + 22} ${bench - 78} ${x + 48} ${bench - 62} ${x + 48} ${bench}Z`,
          '#f0a52b',
        ),
        path(
          `M${x} ${bench - 78}C${x + 22} ${bench - 78} ${x + 48} ${bench - 62} ${x + 48} ${bench}H${x + 16}C${x + 26} ${bench - 30} ${x + 20} ${bench - 62} ${x} ${bench - 78}Z`,
          '#cc7f1f',
        ),
        rect(x - 49, bench - 20, 98, 10, '#f6efe1', { opacity: 0.9 }),
        line(
          [
            [x, bench - 78],
            [x, bench - 112],
          ],
          '#2f3b44',
          5,
        ),
        circle(x, bench - 118, 9, i === 1 ? '#ffe9a8' : '#e7ece8'),
      ),
    ),
    ...[
      [150, '#f6efe1', -4],
      [232, '#efe2c8', 5],
    ].map(([x, color, turn]) =>
      rect(x as number, bench - 12, 84, 14, color as string, {
        transform: `rotate(${turn} ${x} ${bench})`,
      }),
    ),
    rect(96, bench - 70, 26, 70, '#5b7f86', { rx: 3 }),
    line(
      [
        [102, bench - 70],
        [96, bench - 104],
      ],
      '#a8431f',
      4,
    ),
    line(
      [
        [110, bench - 70],
        [112, bench - 112],
      ],
      '#3a3532',
      4,
    ),
    line(
      [
        [117, bench - 70],
        [126, bench - 100],
      ],
      '#f0a52b',
      4,
    ),
  )
}
