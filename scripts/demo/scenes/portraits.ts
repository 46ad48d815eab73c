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
  picture,
  plant,
  polygon,
  radial,
  random,
  rect,
  stroke,
  vertical,
} from '../kit.ts'

const width = 800
const height = 1000

type Face = {
  skin: string
  /** Of shadows on the skin. */
  shade: string
  lips: string
  brows: string
  /** Where the face looks: positive is to the right. */
  turn?: number
  /** Half the width of the chin. */
  jaw?: number
  smile?: 'closed' | 'open'
  /** Lines at the eyes and the mouth. */
  lines?: boolean
  freckles?: boolean
  iris?: string
  browWeight?: number
}

const headPath = (jaw: number) =>
  `M272 378C272 284 326 232 400 232C474 232 528 284 528 378C528 436 524 478 ${400 + jaw} 540Q${400 + jaw * 0.6} 580 400 582Q${400 - jaw * 0.6} 580 ${400 - jaw} 540C276 478 272 436 272 378Z`

/** Neck, ears, head and what is in it; hair and clothes come before and after. */
function face({
  skin,
  shade,
  lips,
  brows,
  turn = 0,
  jaw = 72,
  smile = 'closed',
  lines = false,
  freckles = false,
  iris = '#2b2326',
  browWeight = 11,
}: Face) {
  const x = 400 + turn
  const eye = (at: number) =>
    ellipse(at, 402, 17, 13, '#fbf6ee') +
    circle(at + turn * 0.16, 402, 11.5, iris) +
    circle(at + turn * 0.16, 402, 6, '#1d1718') +
    circle(at + turn * 0.16 + 4, 398, 3.2, '#ffffff') +
    path(`M${at - 20} 403Q${at} 379 ${at + 20} 401`, 'none', {
      stroke: '#2b2022',
      'stroke-width': 5,
      'stroke-linecap': 'round',
    })
  const mouths = {
    closed:
      path(`M${x - 44} 494Q${x} 532 ${x + 44} 494`, 'none', {
        stroke: lips,
        'stroke-width': 9,
        'stroke-linecap': 'round',
      }) +
      path(`M${x - 20} 532Q${x} 540 ${x + 20} 532`, 'none', {
        stroke: shade,
        'stroke-width': 5,
        'stroke-linecap': 'round',
        opacity: 0.6,
      }),
    open:
      path(`M${x - 50} 490Q${x} 504 ${x + 50} 490Q${x + 38} 540 ${x} 541Q${x - 38} 540 ${x - 50} 490Z`, '#6f2a28') +
      path(`M${x - 45} 492Q${x} 504 ${x + 45} 492Q${x + 38} 512 ${x} 514Q${x - 38} 512 ${x - 45} 492Z`, '#fffaf2') +
      path(`M${x - 50} 490Q${x} 504 ${x + 50} 490Q${x + 38} 540 ${x} 541Q${x - 38} 540 ${x - 50} 490Z`, 'none', {
        stroke: lips,
        'stroke-width': 6,
        'stroke-linejoin': 'round',
      }),
  }
  const dots = random(8)
  return group(
    {},
    path('M338 520V700Q400 770 462 700V520Z', skin),
    path('M338 560Q400 650 462 552V600Q410 668 338 632Z', shade, { opacity: 0.75 }),
    ...[-1, 1].map(
      (side) =>
        ellipse(400 + side * 130 - turn * 0.25, 420, 22, 36, skin) +
        ellipse(400 + side * 132 - turn * 0.25, 422, 10, 20, shade, { opacity: 0.6 }),
    ),
    path(headPath(jaw), skin),
    // The half away from the light.
    path(
      `M${430 + turn} 232C474 240 528 284 528 378C528 436 524 478 ${400 + jaw} 540Q${400 + jaw * 0.6} 580 404 582C470 530 500 440 ${470 + turn} 330Q${456 + turn} 270 ${430 + turn} 232Z`,
      shade,
      { opacity: 0.38 },
    ),
    ellipse(x - 72, 462, 34, 22, lips, { opacity: freckles ? 0.1 : 0.18 }),
    ellipse(x + 72, 462, 34, 22, lips, { opacity: freckles ? 0.1 : 0.18 }),
    ...(freckles
      ? Array.from({ length: 18 }, (_, at) =>
          circle(x + (at % 2 ? 50 : -50) + dots.between(-40, 40), 442 + dots.between(-14, 18), 2.4, '#a9643c', {
            opacity: 0.4,
          }),
        )
      : []),
    eye(x - 58),
    eye(x + 58),
    path(`M${x - 88} 366Q${x - 60} 346 ${x - 32} 362`, 'none', {
      stroke: brows,
      'stroke-width': browWeight,
      'stroke-linecap': 'round',
    }),
    path(`M${x + 32} 362Q${x + 60} 346 ${x + 88} 366`, 'none', {
      stroke: brows,
      'stroke-width': browWeight,
      'stroke-linecap': 'round',
    }),
    // The nose says where they look.
    path(
      `M${x + turn * 0.2 + 4} 392Q${x + turn * 0.4 + 10} 430 ${x + turn * 0.5 + 22} 452Q${x + turn * 0.4 + 8} 468 ${x - 14} 460`,
      'none',
      { stroke: shade, 'stroke-width': 8, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' },
    ),
    mouths[smile],
    lines
      ? [-1, 1]
          .map(
            (side) =>
              path(`M${x + side * 88} 398l${side * 14} -7M${x + side * 89} 410l${side * 15} 3`, 'none', {
                stroke: shade,
                'stroke-width': 4,
                'stroke-linecap': 'round',
              }) +
              path(`M${x + side * 40} 460Q${x + side * 66} 478 ${x + side * 64} 508`, 'none', {
                stroke: shade,
                'stroke-width': 5,
                'stroke-linecap': 'round',
                opacity: 0.8,
              }),
          )
          .join('')
      : '',
  )
}

const shoulders = 'M70 1000C72 836 120 764 250 722L338 690Q400 760 462 690L550 722C680 764 728 836 730 1000Z'
const portrait = (defs: string[], ...content: string[]) =>
  picture(width, height, defs, ...content).replace(
    /viewBox="[^"]+" width="\d+" height="\d+"/,
    'viewBox="64 84 672 840" width="1200" height="1500"',
  )
const body = (color: string) =>
  path(shoulders, color) +
  path('M500 708L550 722C680 764 728 836 730 1000H560C580 880 560 780 500 708Z', '#1d1a1c', {
    opacity: 0.13,
  })

const glasses = (x: number, color: string, round = true) =>
  [-58, 58]
    .map((at) =>
      round
        ? circle(x + at, 404, 40, '#ffffff', {
            'fill-opacity': 0.12,
            stroke: color,
            'stroke-width': 7,
          })
        : rect(x + at - 44, 374, 88, 60, '#ffffff', {
            rx: 20,
            'fill-opacity': 0.12,
            stroke: color,
            'stroke-width': 7,
          }),
    )
    .join('') +
  path(`M${x - 18} 398Q${x} 386 ${x + 18} 398M${x - 98} 396L276 384M${x + 98} 396L524 384`, 'none', {
    stroke: color,
    'stroke-width': 7,
    'stroke-linecap': 'round',
  })

/** Drawn for a longer neck than looks well. */
const clothes = (...content: string[]) =>
  group({ transform: 'translate(0 -34)' }, ...content)

/** Seen behind a person, never sharper than they are. */
const behind = (...content: string[]) => group({ filter: 'url(#far)' }, ...content)
const far = blur('far', 3)

function waterWindow(x: number, y: number, w: number, h: number, seed: number) {
  const { between, pick } = random(seed)
  const sea = y + h * 0.62
  const houses = Array.from({ length: 9 }, (_, at) =>
    house(x + 10 + at * (w / 9), sea, w / 11, between(16, 36), {
      wall: pick(['#efe0c6', '#e3c7a3', '#d9b48f', '#e9d2b8']),
      roof: pick(['#8f3d22', '#a8431f', '#6d4438']),
      window: '#6b6462',
    }),
  )
  return group(
    {},
    `<clipPath id="pane${seed}"><rect x="${x}" y="${y}" width="${w}" height="${h}"/></clipPath>`,
    rect(x - 14, y - 14, w + 28, h + 28, '#f6eddc'),
    group(
      { 'clip-path': `url(#pane${seed})` },
      rect(x, y, w, h, 'url(#day)'),
      hill(
        [
          [x - 20, sea - 60],
          [x + w * 0.3, sea - 100],
          [x + w * 0.6, sea - 50],
          [x + w + 20, sea - 90],
        ],
        sea,
        '#a9bdab',
      ),
      ...houses,
      rect(x, sea, w, h, '#5f93a3'),
      glints(
        { x: x + w / 2, width: w, top: sea + 6, bottom: y + h },
        { color: '#e8f0ea', count: 26, seed, opacity: 0.5 },
      ),
    ),
    rect(x + w / 2 - 6, y, 12, h, '#f6eddc'),
    rect(x, y + h * 0.4, w, 12, '#f6eddc'),
    rect(x - 26, y + h + 12, w + 52, 18, '#e2d1b4'),
  )
}

/** A shelf with folders. */
function shelf(y: number, seed: number, from = 0, to = width) {
  const { between, pick } = random(seed)
  const books: string[] = []
  let x = from + 12
  while (x < to - 30) {
    const w = between(18, 36)
    const h = between(80, 128)
    books.push(
      rect(x, y - h, w, h, pick(['#27506b', '#a8431f', '#d9a24a', '#5b7f86', '#efe2cb', '#7d5a3c'])) +
        rect(x + w * 0.25, y - h * 0.75, w * 0.5, 12, '#f4ead2', { opacity: 0.7 }),
    )
    x += w + between(1, 8)
  }
  return books.join('') + rect(from, y, to - from, 16, '#8a5a34')
}

const day = vertical('day', [0, '#a9cbd6'], [1, '#f3ead2'])
const wall = vertical('wall', [0, '#e9dabb'], [1, '#dcc79f'])

/** Looks after hiring. */
export function rita() {
  const hair = '#3a241c'
  return portrait(
    [far, day, wall, radial('lamp', [0, '#fff3cf', 0.9], [1, '#fff3cf', 0])],
    behind(
      rect(0, 0, width, height, 'url(#wall)'),
      shelf(220, 5),
      shelf(440, 9),
      shelf(660, 14),
      circle(660, 120, 260, 'url(#lamp)'),
      plant(706, 880, 420, { pot: '#a8431f' }),
    ),
    path(
      'M262 330C222 430 246 520 214 600C190 668 236 760 330 744L350 560H450L470 744C566 760 610 672 586 606C556 520 578 430 538 330Z',
      hair,
    ),
    clothes(
    body('#d39a2e'),
    // A blouse below an open cardigan.
    path('M338 690Q400 760 462 690L520 712L430 1000H370L280 712Z', '#f6eddc'),
    path('M338 690L400 790L462 690L486 702L410 850L400 832L390 850L314 702Z', '#e6d8bd'),
    stroke(
      [
        [282, 716],
        [340, 860],
        [372, 1000],
      ],
      '#b57f1e',
      10,
    ),
    stroke(
      [
        [518, 716],
        [460, 860],
        [428, 1000],
      ],
      '#b57f1e',
      10,
    ),
    ),
    face({
      skin: '#e8b48f',
      shade: '#c98a66',
      lips: '#b4483c',
      brows: hair,
      turn: 10,
      jaw: 66,
      smile: 'open',
      iris: '#5a3a22',
    }),
    path(
      'M258 420C236 300 296 196 404 198C514 200 566 300 542 424C536 372 516 330 486 300C430 330 340 330 316 300C288 334 268 372 258 420Z',
      hair,
    ),
    path('M266 340C222 440 246 520 222 610C290 580 296 480 284 410C280 380 278 360 288 336ZM534 340C578 440 554 520 578 610C510 580 504 480 516 410C520 380 522 360 512 336Z', hair),
    path('M330 250C370 222 440 222 480 256', 'none', {
      stroke: '#6a4433',
      'stroke-width': 8,
      'stroke-linecap': 'round',
      opacity: 0.7,
    }),
    glasses(410, '#27414f'),
  )
}

/** Founder; still knows the tide without looking. */
export function maeve() {
  const hair = '#d8d4cd'
  return portrait(
    [
      far,
      day,
      vertical('sky', [0, '#7fa6b8'], [0.55, '#f0cf9f'], [1, '#fbe0ad']),
      vertical('water', [0, '#8fb0b2'], [1, '#2f5a6b']),
    ],
    behind(
      rect(0, 0, width, 620, 'url(#sky)'),
      ellipse(210, 170, 260, 16, '#fdebc8', { opacity: 0.7 }),
      ellipse(640, 90, 220, 12, '#fdebc8', { opacity: 0.6 }),
      hill(
        [
          [-20, 540],
          [160, 450],
          [340, 520],
          [560, 470],
          [820, 530],
        ],
        640,
        '#8d938b',
      ),
      rect(0, 600, width, 420, 'url(#water)'),
      polygon(
        [
          [96, 602],
          [108, 380],
          [148, 380],
          [160, 602],
        ],
        '#f6ecdb',
      ),
      polygon(
        [
          [101, 510],
          [105, 440],
          [151, 440],
          [155, 510],
        ],
        '#a8431f',
      ),
      rect(98, 362, 60, 18, '#39414b'),
      rect(110, 322, 36, 42, '#fff0be'),
      polygon(
        [
          [102, 324],
          [128, 296],
          [154, 324],
        ],
        '#39414b',
      ),
      glints(
        { x: 600, width: 420, top: 620, bottom: 980 },
        { color: '#ffe7b3', count: 60, seed: 3, opacity: 0.6 },
      ),
    ),
    path('M262 360C236 470 250 560 286 590H514C550 560 566 470 540 360Z', '#bdb8b0'),
    clothes(
    body('#274a63'),
    // A jersey with a rolled collar.
    path('M318 700Q316 640 340 630Q400 690 460 630Q484 640 482 700Q400 782 318 700Z', '#1f3d53'),
    ...[0, 1, 2, 3, 4, 5, 6].map((at) =>
      stroke(
        [
          [190 + at * 70, 1000],
          [196 + at * 68, 880],
          [214 + at * 62, 790],
        ],
        '#1f3d53',
        6,
        { opacity: 0.55 },
      ),
    ),
    ),
    face({
      skin: '#f0c6a6',
      shade: '#d39a78',
      lips: '#b2564a',
      brows: '#a49d94',
      turn: -12,
      jaw: 64,
      smile: 'closed',
      lines: true,
      iris: '#41667a',
    }),
    path(
      'M256 486C232 300 286 190 404 192C524 194 570 310 544 490C534 500 524 492 520 480C524 400 506 340 470 300C420 330 352 322 320 296C288 336 276 400 282 480C276 494 266 498 256 486Z',
      hair,
    ),
    path('M330 240C382 214 446 220 486 262M300 290C290 330 282 370 282 410', 'none', {
      stroke: '#f3f0ea',
      'stroke-width': 8,
      'stroke-linecap': 'round',
      opacity: 0.8,
    }),
    circle(268, 484, 8, '#d39a2e'),
    circle(532, 484, 8, '#d39a2e'),
  )
}

/** Founder; repairs whatever is put on his bench. */
export function anton() {
  const hair = '#8d8782'
  const { between } = random(7)
  return portrait(
    [far, wall, radial('lamp', [0, '#fff3cf', 0.85], [1, '#fff3cf', 0])],
    behind(
      rect(0, 0, width, height, '#a97a4c'),
      ...Array.from({ length: 150 }, (_, at) =>
        circle(24 + (at % 15) * 54, 30 + Math.floor(at / 15) * 60, 4, '#7d5632'),
      ),
      ...[60, 116, 172].map(
        (x, at) =>
          rect(x, 120, 22, 84, ['#a8431f', '#f0a52b', '#27506b'][at]!, { rx: 9 }) +
          rect(x + 7, 200, 8, 120, '#c9c5bd'),
      ),
      circle(680, 200, 74, 'none', { stroke: '#2b3a45', 'stroke-width': 18 }),
      circle(680, 200, 44, 'none', { stroke: '#a8431f', 'stroke-width': 14 }),
      stroke(
        [
          [736, 250],
          [764, 330],
          [740, 420],
        ],
        '#2b3a45',
        14,
      ),
      ...[0, 1, 2, 3, 4, 5].map((at) =>
        rect(20 + (at % 2) * 88, 420 + Math.floor(at / 2) * 90, 76, 66, ['#27506b', '#d9822b', '#5b7f86', '#a8431f', '#8a7355', '#27506b'][at]!, {
          rx: 4,
        }),
      ),
      ...[0, 1, 2, 3].map((at) =>
        rect(628 + (at % 2) * 88, 520 + Math.floor(at / 2) * 90, 76, 66, ['#d9822b', '#27506b', '#8a7355', '#a8431f'][at]!, {
          rx: 4,
        }),
      ),
      ...Array.from({ length: 10 }, (_, at) =>
        rect(40 + (at % 2) * 88 + between(0, 4), 440 + (at % 3) * 90, 34, 14, '#f4ead2', { opacity: 0.85 }),
      ),
      circle(420, 40, 380, 'url(#lamp)'),
    ),
    clothes(
    body('#e9e2d3'),
    // A shirt with a collar, and the apron of the workshop.
    ...[120, 180, 240, 300, 360, 420, 480, 540, 600, 660].map((x) =>
      line(
        [
          [x, 1000],
          [x + (400 - x) * 0.12, 760],
        ],
        '#a9b7bd',
        5,
        { opacity: 0.6 },
      ),
    ),
    path('M300 700L338 676L400 770L340 812Z', '#f6f1e6'),
    path('M500 700L462 676L400 770L460 812Z', '#e3dccc'),
    path('M258 860Q400 900 542 860L580 1000H220Z', '#27506b'),
    path('M258 860L236 728L262 720L290 868ZM542 860L564 728L538 720L510 868Z', '#1f4259'),
    rect(352, 920, 96, 80, '#1f4259', { rx: 8 }),
    rect(372, 884, 12, 60, '#f0a52b', { rx: 5 }),
    rect(396, 892, 10, 52, '#c9c5bd', { rx: 4 }),
    ),
    face({
      skin: '#b97c53',
      shade: '#8f5835',
      lips: '#7d3a2c',
      brows: '#6e6863',
      turn: 12,
      jaw: 84,
      smile: 'closed',
      lines: true,
      iris: '#3a241a',
      browWeight: 14,
    }),
    // A short beard, and the mouth in it.
    path(
      'M270 410C272 500 290 560 330 592Q400 630 470 592C510 560 528 500 530 410C516 450 506 470 484 476C450 462 436 468 412 476C388 468 372 462 338 474C300 470 284 450 270 410Z',
      hair,
    ),
    path('M362 500Q412 486 462 500Q412 546 362 500Z', '#8f4234'),
    path('M372 502Q412 494 452 502Q412 516 372 502Z', '#fffaf2'),
    path('M340 490Q376 458 412 474Q448 458 486 490Q448 492 412 488Q376 492 340 490Z', '#79736e'),
    path(
      'M262 400C244 300 280 200 400 196C522 192 556 300 538 400C530 360 520 330 500 304C460 274 420 282 380 270C340 272 304 296 294 320C276 344 268 370 262 400Z',
      hair,
    ),
    path('M320 236C366 212 440 212 486 248', 'none', {
      stroke: '#b5afa9',
      'stroke-width': 9,
      'stroke-linecap': 'round',
    }),
  )
}

/** Firmware. */
export function oda() {
  const hair = '#e0b565'
  return portrait(
    [far, wall, vertical('room', [0, '#314a59'], [1, '#20323e']), radial('lamp', [0, '#ffe9b0', 0.75], [1, '#ffe9b0', 0])],
    behind(
      rect(0, 0, width, height, 'url(#room)'),
      rect(-60, 210, 330, 250, '#16242d', { rx: 14 }),
      rect(-44, 226, 298, 218, '#1f3d4d', { rx: 6 }),
      ...[0, 1, 2, 3, 4, 5, 6].map((at) =>
        rect(-20 + (at % 3) * 22, 250 + at * 26, [150, 110, 190, 90, 170, 130, 70][at]!, 10, ['#f0a52b', '#8fc1c9', '#f4ead2'][at % 3]!, {
          rx: 5,
          opacity: 0.85,
        }),
      ),
      rect(560, 250, 320, 220, '#16242d', { rx: 14 }),
      rect(576, 266, 300, 188, '#27506b', { rx: 6 }),
      stroke(
        [
          [590, 400],
          [640, 350],
          [680, 380],
          [730, 300],
          [790, 330],
          [820, 290],
        ],
        '#ffdf95',
        8,
      ),
      circle(700, 40, 300, 'url(#lamp)'),
      rect(0, 620, width, 400, '#6b4528'),
      rect(0, 612, width, 16, '#8d5f38'),
      plant(88, 640, 190, { pot: '#a8431f' }),
    ),
    path('M540 330C610 420 596 520 620 600C640 680 604 760 560 800C540 760 548 640 520 560Z', '#c4984c'),
    clothes(
    body('#2f7480'),
    // A hood and its cords.
    path('M262 736Q270 640 344 626L352 700Q400 760 448 700L456 626Q530 640 538 736Q400 856 262 736Z', '#25606b'),
    line(
      [
        [356, 770],
        [350, 880],
      ],
      '#f4ead2',
      8,
    ),
    line(
      [
        [444, 770],
        [452, 860],
      ],
      '#f4ead2',
      8,
    ),
    ),
    face({
      skin: '#f3cdb0',
      shade: '#d8a383',
      lips: '#c2605a',
      brows: '#b98c40',
      turn: -14,
      jaw: 62,
      smile: 'open',
      freckles: true,
      iris: '#4d7f8c',
    }),
    path(
      'M262 420C240 300 290 194 404 194C520 194 566 300 538 420C530 370 520 340 508 316C450 320 380 296 346 262C320 310 276 340 262 420Z',
      hair,
    ),
    path('M346 262C380 296 450 320 508 316', 'none', {
      stroke: '#c4984c',
      'stroke-width': 7,
      'stroke-linecap': 'round',
    }),
    // A braid over the shoulder.
    ...[0, 1, 2, 3, 4, 5].map((at) =>
      ellipse(572 + [0, 14, 20, 16, 6, -4][at]!, 560 + at * 50, 38 - at * 3, 34, at % 2 ? '#cfa255' : hair, {
        transform: `rotate(${at % 2 ? 24 : -24} 580 ${560 + at * 50})`,
      }),
    ),
    rect(556, 822, 34, 14, '#a8431f', { rx: 6 }),
    path('M548 834Q572 900 590 834Z', hair),
    path('M520 380C560 440 560 500 570 540L600 560C600 480 570 400 534 350Z', hair),
  )
}

/** Out on the rivers. */
export function colm() {
  const hair = '#a2522a'
  return portrait(
    [far, vertical('sky', [0, '#93b6c4'], [1, '#eee6cd']), vertical('water', [0, '#a7b9a6'], [1, '#52757a'])],
    behind(
      rect(0, 0, width, height, 'url(#sky)'),
      ellipse(180, 130, 240, 20, '#ffffff', { opacity: 0.6 }),
      ellipse(620, 210, 200, 16, '#ffffff', { opacity: 0.5 }),
      hill(
        [
          [-20, 470],
          [140, 400],
          [320, 450],
          [520, 380],
          [820, 450],
        ],
        640,
        '#9fb6a6',
      ),
      hill(
        [
          [-20, 540],
          [200, 500],
          [420, 540],
          [640, 480],
          [820, 520],
        ],
        660,
        '#6f9272',
      ),
      ...[60, 120, 190, 640, 720, 780].map((x, at) =>
        group(
          {},
          rect(x - 5, 520, 10, 70, '#5c4330'),
          circle(x, 500, 46, at % 3 === 1 ? '#d38a34' : '#5d7f55'),
          circle(x + 16, 482, 26, at % 3 === 1 ? '#e4a651' : '#7a9a6c'),
        ),
      ),
      rect(0, 580, width, 60, '#cdb38c'),
      rect(0, 636, width, 400, '#b79a72'),
      ...[0, 1, 2].map((row) =>
        Array.from({ length: 9 }, (_, at) =>
          rect(at * 98 + (row % 2) * 46 - 40, 660 + row * 52, 90, 44, '#a3865f', { rx: 4 }),
        ).join(''),
      ),
      path('M520 1000V880Q520 760 680 760Q840 760 840 880V1000Z', '#4f7355'),
    ),
    clothes(
    body('#34424d'),
    // A vest that is seen from far away.
    path('M150 1000C156 860 196 776 296 724L360 1000ZM650 1000C644 860 604 776 504 724L440 1000Z', '#ea7d24'),
    path('M204 808L246 762L300 1000H252ZM596 808L554 762L500 1000H548Z', '#f4ead2'),
    path('M318 704Q316 652 340 640Q400 700 460 640Q484 652 482 704Q400 786 318 704Z', '#5b7f86'),
    line(
      [
        [400, 772],
        [400, 1000],
      ],
      '#232d35',
      8,
    ),
    ),
    face({
      skin: '#efc09b',
      shade: '#cf9068',
      lips: '#a8493b',
      brows: '#8a4422',
      turn: 14,
      jaw: 82,
      smile: 'closed',
      freckles: true,
      iris: '#4a6b4f',
      browWeight: 13,
    }),
    path(
      'M268 400C266 500 280 580 336 622Q400 660 464 622C520 580 534 500 532 400C520 440 512 466 488 474C456 462 440 466 414 476C388 466 372 462 336 472C296 464 280 440 268 400Z',
      hair,
    ),
    path('M350 500Q414 488 478 500Q450 546 414 546Q378 546 350 500Z', '#6f2a28'),
    path('M358 502Q414 492 470 502Q444 522 414 522Q384 522 358 502Z', '#fffaf2'),
    path('M338 494Q374 458 414 476Q454 458 492 494Q452 494 414 490Q374 494 338 494Z', '#8a4422'),
    // The helmet.
    path('M262 330C250 210 310 150 400 150C490 150 550 210 538 330Z', '#f6f1e4'),
    path('M430 152C500 160 548 220 538 330H470C476 260 462 196 430 152Z', '#1d1a1c', { opacity: 0.1 }),
    path('M380 152H420L428 262H372Z', '#e6dcc6'),
    path('M244 330Q400 286 556 330Q566 352 548 356Q400 318 252 356Q234 352 244 330Z', '#e9e0cc'),
    circle(400, 296, 18, '#a8431f'),
  )
}

/** Writes the manuals and this site. */
export function pam() {
  const hair = '#231a19'
  const curls = random(31)
  const crown = Array.from({ length: 46 }, (_, at) => {
    const angle = Math.PI * (1.12 + (at / 45) * -1.24 + 1)
    const r = 168 + curls.between(-16, 14)
    return circle(400 + Math.cos(angle) * r, 372 + Math.sin(angle) * (r + 8), curls.between(34, 50), hair)
  })
  return portrait(
    [far, day, wall],
    behind(
      rect(0, 0, width, height, 'url(#wall)'),
      waterWindow(430, 120, 330, 470, 12),
      rect(60, 150, 250, 330, '#f6eddc'),
      rect(76, 166, 218, 298, '#27506b'),
      stroke(
        [
          [90, 380],
          [140, 330],
          [190, 360],
          [240, 290],
          [284, 320],
        ],
        '#f0a52b',
        9,
      ),
      stroke(
        [
          [90, 420],
          [140, 400],
          [190, 420],
          [240, 390],
          [284, 400],
        ],
        '#8fc1c9',
        7,
      ),
      plant(110, 900, 380),
    ),
    ellipse(400, 360, 182, 190, hair),
    ...crown,
    clothes(
    body('#b54a2a'),
    path('M310 706Q312 668 336 656Q400 724 464 656Q488 668 490 706Q400 800 310 706Z', '#98391d'),
    ...[0, 1, 2].map((at) =>
      stroke(
        [
          [96 + at * 4, 880 + at * 40],
          [260, 850 + at * 42],
          [400, 866 + at * 42],
          [540, 850 + at * 42],
          [704 - at * 4, 880 + at * 40],
        ],
        at === 1 ? '#f0a52b' : '#f4ead2',
        12,
        { opacity: 0.9 },
      ),
    ),
    ),
    face({
      skin: '#7d4d34',
      shade: '#58321f',
      lips: '#9c4238',
      brows: '#1d1514',
      turn: -10,
      jaw: 66,
      smile: 'open',
      iris: '#2b1a12',
    }),
    path(
      'M262 400C246 300 300 214 400 214C500 214 554 300 538 400C534 350 516 316 486 300C450 316 350 316 314 300C284 316 266 350 262 400Z',
      hair,
    ),
    ...Array.from({ length: 13 }, (_, at) =>
      circle(290 + at * 18.4, 302 - Math.sin((at / 12) * Math.PI) * 26 + curls.between(-6, 6), 24, hair),
    ),
    circle(268, 478, 12, '#f0a52b'),
    circle(532, 478, 12, '#f0a52b'),
  )
}
