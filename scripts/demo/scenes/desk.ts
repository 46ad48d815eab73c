import {
  blur,
  circle,
  ellipse,
  group,
  hill,
  line,
  path,
  picture,
  plant,
  polygon,
  radial,
  random,
  rect,
  stroke,
  vertical,
} from '../kit.ts'

const top = 640

/** A screen with the level of a river over time. */
function screen(x: number, y: number, width: number, height: number, seed: number) {
  const { between } = random(seed)
  const inner = { x: x + 14, y: y + 14, width: width - 28, height: height - 28 }
  const points = Array.from(
    { length: 13 },
    (_, i) =>
      [
        inner.x + 26 + (i * (inner.width - 52)) / 12,
        inner.y + inner.height * (0.72 - 0.46 * Math.exp(-((i - 7) ** 2) / 7)) + between(-5, 5),
      ] as const,
  )
  return group(
    {},
    rect(x + width / 2 - 16, y + height - 4, 32, top - y - height, '#2a3138'),
    rect(x + width / 2 - 70, top - 10, 140, 12, '#2a3138', { rx: 5 }),
    rect(x, y, width, height, '#20272e', { rx: 12 }),
    rect(inner.x, inner.y, inner.width, inner.height, '#14323f', { rx: 4 }),
    ...[0.25, 0.5, 0.75].map((part) =>
      line(
        [
          [inner.x + 20, inner.y + inner.height * part],
          [inner.x + inner.width - 20, inner.y + inner.height * part],
        ],
        '#2d5566',
        2,
      ),
    ),
    hill(points, inner.y + inner.height - 18, '#3f8f96', { opacity: 0.5 }),
    stroke(points, '#ffd08a', 4.5),
    circle(points[7]![0], points[7]![1], 8, '#f0a52b'),
    rect(inner.x + 22, inner.y + 16, 96, 10, '#8fb9bd', { rx: 5 }),
    rect(inner.x + 22, inner.y + 34, 58, 8, '#4d7c88', { rx: 4 }),
  )
}

export function desk() {
  const { between, pick } = random(52)
  const books = Array.from({ length: 15 }, (_, i) => {
    const height = between(70, 112)
    return rect(
      1170 + i * 23,
      300 - height,
      between(15, 21),
      height,
      pick(['#a8431f', '#2f5568', '#d9c49c', '#5b7f86', '#c9762f', '#efe2c8', '#6b4a3a']),
      { rx: 2 },
    )
  })
  const stars = Array.from({ length: 36 }, () =>
    circle(between(130, 700), between(120, 280), between(0.8, 2), '#fdf3d8', {
      opacity: between(0.3, 0.9),
    }),
  )
  return picture(
    1600,
    900,
    [
      vertical('wall', [0, '#47505c'], [1, '#5f5f64']),
      vertical('night', [0, '#1d3347'], [0.6, '#4f6878'], [1, '#d7a983']),
      radial('lamplight', [0, '#ffe2a0', 0.85], [0.4, '#ffd48a', 0.35], [1, '#ffd48a', 0]),
      radial('screenlight', [0, '#8fd6d8', 0.35], [1, '#8fd6d8', 0]),
      vertical('wood', [0, '#c08a52'], [1, '#8c5a2e']),
      blur('soft', 8),
      '<clipPath id="pane"><rect x="120" y="96" width="600" height="420"/></clipPath>',
    ],
    rect(0, 0, 1600, 900, 'url(#wall)'),
    circle(760, 440, 520, 'url(#screenlight)'),
    group(
      { 'clip-path': 'url(#pane)' },
      rect(120, 96, 600, 420, 'url(#night)'),
      ...stars,
      path('M606 144A34 34 0 1 0 634 190A30 30 0 0 1 606 144Z', '#fdf1d0'),
      hill(
        [
          [100, 420],
          [240, 360],
          [400, 400],
          [560, 340],
          [740, 390],
        ],
        520,
        '#3b4d58',
      ),
      hill(
        [
          [100, 470],
          [300, 430],
          [500, 470],
          [740, 430],
        ],
        520,
        '#2b3c46',
      ),
      ...Array.from({ length: 14 }, () =>
        rect(between(130, 700), between(446, 500), 5, 6, '#ffd98a', { opacity: between(0.5, 1) }),
      ),
    ),
    ...[114, 414, 714].map((x) => rect(x, 90, 12, 432, '#e9dfcc')),
    ...[90, 300, 512].map((y) => rect(114, y, 612, 12, '#e9dfcc')),
    rect(96, 520, 648, 16, '#d8cab0'),
    path('M60 70H150C140 220 150 380 96 530H40C70 380 56 220 60 70Z', '#a8431f'),
    path('M784 70H694C704 220 694 380 748 530H804C774 380 788 220 784 70Z', '#a8431f'),
    path('M60 70H100C92 220 96 380 60 530H40C70 380 56 220 60 70Z', '#7d2f18', { opacity: 0.5 }),
    rect(20, 58, 804, 12, '#2a2320', { rx: 6 }),
    // Shelves.
    rect(1140, 300, 400, 14, '#a87642'),
    rect(1140, 314, 400, 5, '#3a2413', { opacity: 0.35 }),
    ...books,
    plant(1500, 300, 70, { pot: '#efe2c8' }),
    rect(1140, 150, 250, 12, '#a87642'),
    circle(1190, 128, 22, '#f0a52b'),
    rect(1172, 126, 36, 5, '#f4ead8'),
    line(
      [
        [1190, 106],
        [1190, 88],
      ],
      '#2a3138',
      4,
    ),
    rect(1262, 86, 86, 64, '#efe2c8'),
    hill(
      [
        [1270, 132],
        [1290, 116],
        [1310, 126],
        [1340, 104],
      ],
      142,
      '#5b7f86',
    ),
    circle(1290, 470, 430, 'url(#lamplight)'),
    screen(430, 330, 400, 260, 4),
    screen(860, 350, 340, 222, 9),
    // The lamp.
    rect(1300, top - 14, 110, 14, '#27404f', { rx: 6 }),
    line(
      [
        [1356, top - 12],
        [1412, 520],
        [1330, 420],
      ],
      '#27404f',
      9,
    ),
    circle(1412, 520, 10, '#1c303c'),
    polygon(
      [
        [1346, 396],
        [1370, 436],
        [1292, 492],
        [1252, 424],
      ],
      '#27404f',
    ),
    ellipse(1271, 458, 40, 12, '#fff0c2', { transform: 'rotate(60 1271 458)' }),
    polygon(
      [
        [1252, 424],
        [1292, 492],
        [1330, top],
        [1010, top],
      ],
      '#ffe2a0',
      { opacity: 0.22, filter: 'url(#soft)' },
    ),
    // The desk.
    rect(0, top, 1600, 270, 'url(#wood)'),
    rect(0, top, 1600, 9, '#dcab70'),
    ellipse(1180, top + 50, 300, 46, '#ffe2a0', { opacity: 0.4, filter: 'url(#soft)' }),
    polygon(
      [
        [590, 700],
        [1000, 700],
        [1030, 752],
        [560, 752],
      ],
      '#d9d2c4',
    ),
    ...[0, 1, 2].map((row) =>
      Array.from({ length: 14 }, (_, i) =>
        rect(600 + i * 28 - row * 5, 706 + row * 15, 22 + row * 0.6, 10, '#b8b0a2', { rx: 2 }),
      ).join(''),
    ),
    rect(96, top - 78, 60, 80, '#2f5568', { rx: 8 }),
    path(`M154 ${top - 62}q34 2 32 26q-2 20 -32 20`, 'none', {
      stroke: '#2f5568',
      'stroke-width': 10,
    }),
    stroke(
      [
        [114, top - 90],
        [108, top - 108],
        [118, top - 124],
      ],
      '#f4ead8',
      4,
      { opacity: 0.5 },
    ),
    stroke(
      [
        [136, top - 90],
        [130, top - 110],
        [142, top - 128],
      ],
      '#f4ead8',
      4,
      { opacity: 0.4 },
    ),
    plant(300, top + 4, 180, { pot: '#c0673d' }),
    group(
      { transform: 'rotate(-7 1240 730)' },
      rect(1150, 700, 200, 120, '#fbf3e0', { rx: 3 }),
      ...[0, 1, 2, 3].map((i) =>
        line(
          [
            [1172, 724 + i * 20],
            [1320 - i * 24, 724 + i * 20],
          ],
          '#b3a58c',
          4,
        ),
      ),
    ),
    line(
      [
        [1376, 700],
        [1440, 800],
      ],
      '#a8431f',
      8,
    ),
    // The cat, asleep in the light.
    ellipse(1490, top + 70, 130, 16, '#3a2413', { opacity: 0.35, filter: 'url(#soft)' }),
    path(
      `M1380 ${top + 66}C1372 ${top - 4} 1430 ${top - 46} 1500 ${top - 40}C1570 ${top - 34} 1604 ${top + 20} 1596 ${top + 68}Z`,
      '#4a3a34',
    ),
    path(
      `M1380 ${top + 66}C1376 ${top + 30} 1392 ${top} 1414 ${top - 16}C1400 ${top + 20} 1404 ${top + 50} 1420 ${top + 66}Z`,
      '#6a5348',
    ),
    circle(1414, top + 26, 40, '#564339'),
    polygon(
      [
        [1382, top + 2],
        [1384, top - 34],
        [1410, top - 10],
      ],
      '#564339',
    ),
    polygon(
      [
        [1420, top - 10],
        [1446, top - 32],
        [1446, top + 4],
      ],
      '#564339',
    ),
    stroke(
      [
        [1392, top + 28],
        [1399, top + 33],
        [1406, top + 28],
      ],
      '#2a2320',
      3,
    ),
    stroke(
      [
        [1420, top + 28],
        [1427, top + 33],
        [1434, top + 28],
      ],
      '#2a2320',
      3,
    ),
    polygon(
      [
        [1409, top + 38],
        [1419, top + 38],
        [1414, top + 44],
      ],
      '#d99a82',
    ),
    stroke(
      [
        [1580, top + 62],
        [1520, top + 78],
        [1440, top + 72],
      ],
      '#4a3a34',
      20,
    ),
  )
}
