import {
  blur,
  circle,
  ellipse,
  group,
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

/** Rows of bricks over the vault, darker away from the lamps. */
function bricks() {
  const { between } = random(14)
  return Array.from({ length: 900 }, (_, i) => {
    const row = Math.floor(i / 30)
    const x = (i % 30) * 58 - (row % 2) * 29 - 40
    return rect(x, row * 24, 54, 21, between(0, 1) < 0.5 ? '#d8a679' : '#7d4a30', {
      opacity: between(0.04, 0.22),
      rx: 2,
    })
  }).join('')
}

const lamp = (x: number, y: number, size: number) =>
  group(
    { transform: `translate(${x} ${y}) scale(${size})` },
    line(
      [
        [0, -60],
        [0, 0],
      ],
      '#2a2320',
      4,
    ),
    path('M-36 26C-34 6 -18 -4 0 -4C18 -4 34 6 36 26Z', '#27404f'),
    ellipse(0, 26, 36, 6, '#fff2c8'),
    circle(0, 60, 190, 'url(#glow)'),
  )

const probe = (x: number, y: number, length: number, size: number) =>
  group(
    {},
    rect(x - 6 * size, y, 12 * size, length, '#aab6b8', { rx: 4 }),
    rect(x + 1 * size, y, 4 * size, length, '#6f7f86', { rx: 2 }),
    rect(x - 8 * size, y - 4, 16 * size, 24 * size, '#f0a52b', { rx: 4 }),
    rect(x - 6 * size, y + length - 22 * size, 12 * size, 22 * size, '#27343c', { rx: 3 }),
  )

export function tank() {
  const { between } = random(41)
  const caustics = Array.from({ length: 46 }, () => {
    const depth = between(0, 1) ** 1.2
    const half = 70 + 520 * depth
    const x = 800 + between(-1, 1) * half * 0.92
    const y = 470 + 396 * depth
    const wide = 14 + 90 * depth
    return stroke(
      [
        [x - wide, y],
        [x - wide / 3, y - 4 - 8 * depth],
        [x + wide / 3, y + 3 + 6 * depth],
        [x + wide, y - 2],
      ],
      '#e6fff6',
      1.5 + 3.5 * depth,
      { opacity: between(0.15, 0.55) },
    )
  }).join('')
  return picture(
    1600,
    900,
    [
      radial('vault', [0, '#e0a878'], [0.45, '#a9683f'], [1, '#4a2c20']),
      vertical('pool', [0, '#bdf0e2'], [0.25, '#66c3bb'], [1, '#1f7580']),
      radial('glow', [0, '#fff0bf', 0.75], [0.35, '#ffe0a0', 0.28], [1, '#ffe0a0', 0]),
      radial('shine', [0, '#c9fff0', 0.65], [1, '#c9fff0', 0]),
      vertical('floor', [0, '#8a6a4f'], [1, '#4b382c']),
      blur('soft', 9),
      blur('wet', 5, 9),
    ],
    rect(0, 0, 1600, 900, '#2f1f19'),
    rect(0, 0, 1600, 900, 'url(#vault)'),
    bricks(),
    // Arches of the vault, one behind the other, to the end wall.
    ...[
      [1500, 900, 26, '#3a241b'],
      [1120, 700, 20, '#4b2f22'],
      [820, 540, 15, '#5f3d2b'],
      [590, 420, 11, '#774e36'],
    ].map(([width, height, thick, color]) => {
      const w = width as number
      const top = 470 - (height as number) * 0.5
      return path(
        `M${800 - w / 2} 900V${top + w * 0.32}A${w / 2} ${w * 0.34} 0 0 1 ${800 + w / 2} ${top + w * 0.32}V900`,
        'none',
        { stroke: color as string, 'stroke-width': thick as number, opacity: 0.85 },
      )
    }),
    path('M590 480V352A210 150 0 0 1 1010 352V480Z', '#6f452f'),
    path('M604 480V354A196 138 0 0 1 996 354V480Z', '#8f5d3f'),
    rect(748, 300, 104, 110, '#cfe3dd', { rx: 50 }),
    rect(756, 308, 88, 102, '#e9f3e4', { rx: 44 }),
    line(
      [
        [800, 308],
        [800, 410],
      ],
      '#5d3b28',
      5,
    ),
    line(
      [
        [756, 356],
        [844, 356],
      ],
      '#5d3b28',
      5,
    ),
    circle(800, 370, 170, 'url(#glow)'),
    polygon(
      [
        [0, 900],
        [0, 800],
        [690, 470],
        [910, 470],
        [1600, 800],
        [1600, 900],
      ],
      'url(#floor)',
    ),
    circle(800, 560, 520, 'url(#shine)'),
    // The tank: rim, water, light on the bottom.
    polygon(
      [
        [96, 900],
        [706, 462],
        [894, 462],
        [1504, 900],
      ],
      '#e7ddc8',
    ),
    polygon(
      [
        [706, 462],
        [694, 470],
        [60, 926],
        [96, 926],
      ],
      '#b9a88c',
    ),
    polygon(
      [
        [160, 900],
        [716, 472],
        [884, 472],
        [1440, 900],
      ],
      '#3b4a4c',
    ),
    polygon(
      [
        [180, 900],
        [719, 476],
        [881, 476],
        [1420, 900],
      ],
      'url(#pool)',
    ),
    caustics,
    polygon(
      [
        [180, 900],
        [719, 476],
        [735, 476],
        [330, 900],
      ],
      '#0f3f49',
      { opacity: 0.28 },
    ),
    // The carriage that runs on the rim, with twelve probes.
    group(
      { transform: 'translate(-24 68) translate(824 560) scale(0.9) translate(-800 -560)' },
      group(
        { opacity: 0.5, filter: 'url(#wet)' },
        ...Array.from({ length: 9 }, (_, i) => rect(512 + i * 72 - 8, 690, 16, 120, '#f4d9a0')),
      ),
      ...Array.from({ length: 9 }, (_, i) => probe(512 + i * 72, 582, 150, 1.35)),
      ...Array.from({ length: 9 }, (_, i) =>
        ellipse(512 + i * 72, 708, 22, 5, '#e6fff6', { opacity: 0.55 }),
      ),
      rect(420, 560, 760, 30, '#27404f', { rx: 4 }),
      rect(420, 560, 760, 9, '#3d6073', { rx: 4 }),
      rect(398, 548, 56, 60, '#1f323e', { rx: 6 }),
      rect(1146, 548, 56, 60, '#1f323e', { rx: 6 }),
      circle(412, 616, 16, '#151f26'),
      circle(440, 616, 16, '#151f26'),
      circle(1160, 616, 16, '#151f26'),
      circle(1188, 616, 16, '#151f26'),
      rect(740, 518, 120, 46, '#eef0ea', { rx: 6 }),
      rect(750, 526, 62, 30, '#1f4457', { rx: 3 }),
      line(
        [
          [754, 546],
          [766, 536],
          [778, 542],
          [790, 530],
          [808, 538],
        ],
        '#ffd08a',
        3,
      ),
      circle(834, 534, 6, '#a8431f'),
      circle(834, 550, 4, '#9aa7a5'),
    ),
    lamp(430, 150, 1.5),
    lamp(1170, 150, 1.5),
    lamp(640, 232, 0.8),
    lamp(960, 232, 0.8),
    // Shelf with reference cells at the left, desk at the right.
    ellipse(1276, 712, 90, 11, '#1d1512', { opacity: 0.4, filter: 'url(#soft)' }),
    ellipse(316, 712, 84, 10, '#1d1512', { opacity: 0.4, filter: 'url(#soft)' }),
    person({
      x: 316,
      y: 712,
      height: 350,
      skin: '#e6b594',
      hair: '#8a5a34',
      hairStyle: 'bun',
      top: '#e7ddc8',
      bottom: '#2f3f4c',
      arms: [
        [
          [0.06, 0.14],
          [0.2, 0.13],
        ],
        [
          [0.07, 0.14],
          [0.22, 0.1],
        ],
      ],
    }),
    group(
      { transform: 'translate(390 452) scale(0.8) rotate(-6)' },
      rect(-34, -6, 68, 52, '#6f452f', { rx: 4 }),
      rect(-29, -12, 58, 52, '#fbf3e0', { rx: 2 }),
      ...[0, 12, 24].map((y) =>
        line(
          [
            [-20, y],
            [20 - y, y],
          ],
          '#9aa7a5',
          3,
        ),
      ),
    ),
    person({
      x: 1276,
      y: 714,
      height: 368,
      facing: -1,
      skin: '#7a4d34',
      hair: '#1d1817',
      top: '#a8431f',
      bottom: '#33303a',
      lean: 4,
      arms: [
        [
          [0.08, 0.13],
          [0.24, 0.14],
        ],
        [
          [0.05, 0.15],
          [0.21, 0.19],
        ],
      ],
    }),
  )
}
