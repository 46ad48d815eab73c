/** Shapes that the demo's pictures are composed of, as SVG. */

type Point = readonly [x: number, y: number]

/** Repeatable random numbers (mulberry32). */
export function random(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    between: (low: number, high: number) => low + next() * (high - low),
    pick: <T>(choices: readonly T[]) => choices[Math.floor(next() * choices.length)]!,
    chance: (odds: number) => next() < odds,
  }
}

const short = (value: number) => String(Math.round(value * 10) / 10)
const at = ([x, y]: Point) => `${short(x)} ${short(y)}`

type Attributes = Record<string, string | number>

function tag(name: string, attributes: Attributes, content = '') {
  const text = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? short(value) : value}"`)
    .join('')
  return content ? `<${name}${text}>${content}</${name}>` : `<${name}${text}/>`
}

export const group = (attributes: Attributes, ...content: string[]) =>
  tag('g', attributes, content.join(''))

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  more: Attributes = {},
) => tag('rect', { x, y, width, height, fill, ...more })

export const circle = (cx: number, cy: number, r: number, fill: string, more: Attributes = {}) =>
  tag('circle', { cx, cy, r, fill, ...more })

export const ellipse = (
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  fill: string,
  more: Attributes = {},
) => tag('ellipse', { cx, cy, rx, ry, fill, ...more })

export const path = (d: string, fill: string, more: Attributes = {}) =>
  tag('path', { d, fill, ...more })

export const polygon = (points: readonly Point[], fill: string, more: Attributes = {}) =>
  path(`M${points.map(at).join('L')}Z`, fill, more)

export const line = (
  points: readonly Point[],
  stroke: string,
  width: number,
  more: Attributes = {},
) =>
  path(`M${points.map(at).join('L')}`, 'none', {
    stroke,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  })

/** A smooth curve through the points (Catmull-Rom as Bézier). */
function curve(points: readonly Point[]) {
  const last = points.length - 1
  return points.slice(1).reduce(
    (d, end, i) => {
      const start = points[i]!
      const before = points[Math.max(0, i - 1)]!
      const after = points[Math.min(last, i + 2)]!
      const first: Point = [
        start[0] + (end[0] - before[0]) / 6,
        start[1] + (end[1] - before[1]) / 6,
      ]
      const second: Point = [end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6]
      return `${d}C${at(first)} ${at(second)} ${at(end)}`
    },
    `M${at(points[0]!)}`,
  )
}

export const stroke = (
  points: readonly Point[],
  color: string,
  width: number,
  more: Attributes = {},
) =>
  path(curve(points), 'none', {
    stroke: color,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  })

/** A hill line through the points, filled down to `bottom`. */
export const hill = (
  points: readonly Point[],
  bottom: number,
  fill: string,
  more: Attributes = {},
) =>
  path(
    `${curve(points)}L${at([points.at(-1)![0], bottom])}L${at([points[0]![0], bottom])}Z`,
    fill,
    more,
  )

type Stop = readonly [offset: number, color: string, opacity?: number]

const stops = (list: readonly Stop[]) =>
  list
    .map(
      ([offset, color, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`,
    )
    .join('')

export const vertical = (id: string, ...list: Stop[]) =>
  tag('linearGradient', { id, x1: 0, y1: 0, x2: 0, y2: 1 }, stops(list))
export const radial = (id: string, ...list: Stop[]) => tag('radialGradient', { id }, stops(list))

export const blur = (id: string, x: number, y = x) =>
  `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${x} ${y}"/></filter>`

export const picture = (width: number, height: number, defs: string[], ...content: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>${defs.join('')}</defs>${content.join('')}</svg>`

/** Short strokes of light on water, wider towards the viewer. */
export function glints(
  { x, width, top, bottom }: { x: number; width: number; top: number; bottom: number },
  {
    color,
    count,
    seed,
    opacity = 0.6,
  }: { color: string; count: number; seed: number; opacity?: number },
) {
  const { between } = random(seed)
  return Array.from({ length: count }, () => {
    const depth = between(0, 1) ** 1.3
    const y = top + depth * (bottom - top)
    const half = (width / 2) * (0.35 + 0.75 * depth)
    const middle = x + between(-half, half)
    const length = between(8, 26) + 70 * depth * between(0.3, 1)
    return rect(middle - length / 2, y, length, 1.2 + 2.6 * depth, color, {
      rx: 2,
      opacity: opacity * between(0.35, 1),
    })
  }).join('')
}

type Figure = {
  /** Between the feet, on the ground. */
  x: number
  y: number
  height: number
  /** 1 looks right, -1 left. */
  facing?: 1 | -1
  skin: string
  hair: string
  top: string
  bottom: string
  shoes?: string
  /** Drawn over the hair. */
  hat?: 'cap' | 'beanie' | 'helmet'
  hatColor?: string
  hairStyle?: 'short' | 'bun' | 'long' | 'none'
  vest?: string
  apron?: string
  /** Elbow and hand, in heights from the shoulder; the first arm is behind the body. */
  arms: readonly [readonly [Point, Point], readonly [Point, Point]]
  /** Knee and foot, in heights from the hip. */
  legs?: readonly [readonly [Point, Point], readonly [Point, Point]]
  /** Of the upper body, in degrees towards where they look. */
  lean?: number
}

const standing: NonNullable<Figure['legs']> = [
  [
    [-0.035, 0.24],
    [-0.05, 0.47],
  ],
  [
    [0.045, 0.24],
    [0.055, 0.47],
  ],
]

/** A person of seven and a half heads, drawn facing right and mirrored for left. */
export function person({
  x,
  y,
  height: h,
  facing = 1,
  skin,
  hair,
  top,
  bottom,
  shoes = '#2b2a2c',
  hat,
  hatColor = '#a8431f',
  hairStyle = 'short',
  vest,
  apron,
  arms: [back, front],
  legs: [backLeg, frontLeg] = standing,
  lean = 0,
}: Figure) {
  const hip: Point = [0, -0.48]
  const shoulder: Point = [0.005, -0.8]
  const from = ([x0, y0]: Point, [dx, dy]: Point): Point => [(x0 + dx) * h, (y0 + dy) * h]
  const leg = ([knee, foot]: readonly [Point, Point], offset: number) => {
    const start: Point = [hip[0] + offset, hip[1]]
    const end = from(start, foot)
    return (
      line(
        [from(start, [0, 0]), from(start, knee), [end[0], end[1] - 0.035 * h]],
        bottom,
        0.088 * h,
      ) +
      path(
        `M${at([end[0] - 0.042 * h, end[1] + 0.018 * h])}q0 ${short(-0.045 * h)} ${short(0.045 * h)} ${short(-0.045 * h)}q${short(0.075 * h)} ${short(0.012 * h)} ${short(0.085 * h)} ${short(0.045 * h)}Z`,
        shoes,
      )
    )
  }
  const arm = ([elbow, hand]: readonly [Point, Point], offset: number, shade: number) => {
    const start: Point = [shoulder[0] + offset, shoulder[1] + 0.025]
    const points = [from(start, [0, 0]), from(start, elbow), from(start, hand)] as const
    const cuff: Point = [
      points[1][0] + (points[2][0] - points[1][0]) * 0.82,
      points[1][1] + (points[2][1] - points[1][1]) * 0.82,
    ]
    return (
      circle(points[2][0], points[2][1], 0.027 * h, skin) +
      line([cuff, points[2]], skin, 0.045 * h) +
      line([points[0], points[1], cuff], top, 0.066 * h) +
      (shade ? line([points[0], points[1], cuff], '#1d1a1c', 0.066 * h, { opacity: shade }) : '')
    )
  }
  const width = 0.098
  const torso = (grow: number, color: string, to = hip[1] + 0.02) =>
    path(
      `M${at([-(width - 0.012 + grow) * h, to * h])}C${at([-(width + grow) * h, -0.62 * h])} ${at([-(width + 0.012 + grow) * h, -0.7 * h])} ${at([-(width - 0.005 + grow) * h, -0.775 * h])}Q${at([-0.075 * h, -0.825 * h])} ${at([-0.02 * h, -0.835 * h])}L${at([0.03 * h, -0.835 * h])}Q${at([0.085 * h, -0.825 * h])} ${at([(width + 0.002 + grow) * h, -0.77 * h])}C${at([(width + 0.012 + grow) * h, -0.7 * h])} ${at([(width + grow) * h, -0.62 * h])} ${at([(width - 0.008 + grow) * h, to * h])}Z`,
      color,
    )
  const head: Point = [0.018 * h, -0.925 * h]
  const r = 0.062 * h
  const hairs = {
    none: '',
    short: path(
      `M${at([head[0] - 1.05 * r, head[1] + 0.35 * r])}C${at([head[0] - 1.35 * r, head[1] - 1.1 * r])} ${at([head[0] - 0.2 * r, head[1] - 1.55 * r])} ${at([head[0] + 0.65 * r, head[1] - 0.95 * r])}C${at([head[0] + 0.2 * r, head[1] - 0.5 * r])} ${at([head[0] - 0.2 * r, head[1] - 0.55 * r])} ${at([head[0] - 0.35 * r, head[1] + 0.05 * r])}Z`,
      hair,
    ),
    bun: '',
    long: '',
  }
  hairs.bun = hairs.short + circle(head[0] - 1.1 * r, head[1] - 0.75 * r, 0.5 * r, hair)
  hairs.long =
    hairs.short +
    path(
      `M${at([head[0] - 1.1 * r, head[1] - 0.2 * r])}Q${at([head[0] - 1.7 * r, head[1] + 1.4 * r])} ${at([head[0] - 1.05 * r, head[1] + 2.2 * r])}L${at([head[0] - 0.1 * r, head[1] + 1.5 * r])}L${at([head[0] - 0.3 * r, head[1]])}Z`,
      hair,
    )
  const hats = {
    cap: path(
      `M${at([head[0] - 1.08 * r, head[1] - 0.25 * r])}C${at([head[0] - 1.1 * r, head[1] - 1.5 * r])} ${at([head[0] + 1.0 * r, head[1] - 1.5 * r])} ${at([head[0] + 1.02 * r, head[1] - 0.32 * r])}L${at([head[0] + 1.75 * r, head[1] - 0.2 * r])}L${at([head[0] + 1.7 * r, head[1] - 0.08 * r])}Z`,
      hatColor,
    ),
    beanie: path(
      `M${at([head[0] - 1.12 * r, head[1] - 0.1 * r])}C${at([head[0] - 1.25 * r, head[1] - 1.75 * r])} ${at([head[0] + 1.1 * r, head[1] - 1.75 * r])} ${at([head[0] + 1.06 * r, head[1] - 0.22 * r])}Z`,
      hatColor,
    ),
    helmet: path(
      `M${at([head[0] - 1.2 * r, head[1] - 0.3 * r])}C${at([head[0] - 1.2 * r, head[1] - 1.8 * r])} ${at([head[0] + 1.15 * r, head[1] - 1.8 * r])} ${at([head[0] + 1.2 * r, head[1] - 0.4 * r])}L${at([head[0] + 1.6 * r, head[1] - 0.25 * r])}L${at([head[0] - 1.25 * r, head[1] - 0.12 * r])}Z`,
      hatColor,
    ),
  }
  const upper = group(
    { transform: `rotate(${lean} 0 ${short(hip[1] * h)})` },
    arm(back, -0.055, 0.22),
    rect(head[0] - 0.42 * r, head[1] + 0.4 * r, 0.84 * r, 1.4 * r, skin),
    torso(0, top),
    vest
      ? torso(0.006, vest, -0.52) +
          line(
            [
              [-0.1 * h, -0.6 * h],
              [0.098 * h, -0.6 * h],
            ],
            '#f4ead2',
            0.022 * h,
            {
              'stroke-linecap': 'butt',
            },
          ) +
          line(
            [
              [-0.05 * h, -0.82 * h],
              [-0.045 * h, -0.61 * h],
            ],
            '#f4ead2',
            0.02 * h,
            {
              'stroke-linecap': 'butt',
            },
          )
      : '',
    apron
      ? path(
          `M${at([-0.045 * h, -0.72 * h])}L${at([0.07 * h, -0.72 * h])}L${at([0.095 * h, -0.56 * h])}L${at([0.1 * h, -0.3 * h])}L${at([-0.06 * h, -0.3 * h])}L${at([-0.07 * h, -0.56 * h])}Z`,
          apron,
        )
      : '',
    ellipse(head[0], head[1], r, 1.14 * r, skin),
    // The nose says where they look.
    path(
      `M${at([head[0] + 0.86 * r, head[1] - 0.15 * r])}l${short(0.36 * r)} ${short(0.42 * r)}l${short(-0.42 * r)} ${short(0.12 * r)}Z`,
      skin,
    ),
    hairs[hairStyle],
    hat ? hats[hat] : '',
    arm(front, 0.05, 0),
  )
  return group(
    { transform: `translate(${short(x)} ${short(y)}) scale(${facing} 1)` },
    leg(backLeg, -0.035),
    leg(frontLeg, 0.03),
    upper,
  )
}

/** A leafy plant in a pot, `size` high above `y`. */
export function plant(
  x: number,
  y: number,
  size: number,
  { pot = '#b65a34', leaf = '#4f6f52', dark = '#3c5a45' } = {},
) {
  const blade = (angle: number, length: number, color: string) =>
    group(
      { transform: `translate(${short(x)} ${short(y - 0.32 * size)}) rotate(${angle})` },
      path(
        `M0 0C${short(-0.16 * size)} ${short(-0.35 * length)} ${short(-0.1 * size)} ${short(-0.8 * length)} 0 ${short(-length)}C${short(0.1 * size)} ${short(-0.8 * length)} ${short(0.16 * size)} ${short(-0.35 * length)} 0 0Z`,
        color,
      ),
    )
  return (
    blade(-52, 0.5 * size, dark) +
    blade(48, 0.52 * size, dark) +
    blade(-24, 0.66 * size, leaf) +
    blade(26, 0.62 * size, leaf) +
    blade(2, 0.72 * size, dark) +
    path(
      `M${at([x - 0.19 * size, y - 0.36 * size])}h${short(0.38 * size)}l${short(-0.05 * size)} ${short(0.36 * size)}h${short(-0.28 * size)}Z`,
      pot,
    ) +
    rect(x - 0.21 * size, y - 0.38 * size, 0.42 * size, 0.07 * size, pot) +
    rect(x - 0.21 * size, y - 0.32 * size, 0.42 * size, 0.02 * size, '#00000033')
  )
}

type HouseColors = { wall: string; roof: string; window: string; dark?: string }

/** A gabled house, its front towards the viewer; `lit` of its windows shine. */
export function house(
  x: number,
  y: number,
  width: number,
  height: number,
  { wall, roof, window, dark = '#5b5a5c' }: HouseColors,
  { lit = 0.5, seed = 1, chimney = false } = {},
) {
  const { chance } = random(seed)
  const gable = width * 0.52
  const columns = width > 46 ? 3 : 2
  const rows = Math.max(1, Math.floor(height / (width * 0.4)))
  const panes = Array.from({ length: rows * columns }, (_, i) => {
    const pane = width * (columns === 3 ? 0.15 : 0.19)
    const gap = width / columns
    return rect(
      x + gap * (i % columns) + (gap - pane) / 2,
      y - height + (height / rows) * Math.floor(i / columns) + width * 0.06,
      pane,
      pane * 1.35,
      chance(lit) ? window : dark,
    )
  }).join('')
  const peak: Point = [x + width / 2, y - height - gable]
  return (
    (chimney
      ? rect(x + width * 0.7, y - height - gable * 0.85, width * 0.12, gable * 0.6, roof)
      : '') +
    polygon([[x, y], [x, y - height], peak, [x + width, y - height], [x + width, y]], wall) +
    // The shaded half.
    polygon([[x + width / 2, y], peak, [x + width, y - height], [x + width, y]], '#1f2430', {
      opacity: 0.1,
    }) +
    line(
      [
        [x - width * 0.06, y - height + width * 0.05],
        peak,
        [x + width * 1.06, y - height + width * 0.05],
      ],
      roof,
      width * 0.1,
      { 'stroke-linejoin': 'miter', 'stroke-linecap': 'butt' },
    ) +
    panes
  )
}

export function gull(x: number, y: number, size: number, color = '#fbf3e2') {
  return path(
    `M${at([x - size, y - size * 0.1])}q${short(size * 0.55)} ${short(-size * 0.5)} ${short(size)} ${short(size * 0.22)}q${short(size * 0.45)} ${short(-size * 0.72)} ${short(size)} ${short(-size * 0.3)}q${short(-size * 0.6)} ${short(-size * 0.08)} ${short(-size * 0.98)} ${short(size * 0.62)}q${short(-size * 0.45)} ${short(-size * 0.5)} ${short(-size * 1.02)} ${short(-size * 0.54)}Z`,
    color,
  )
}
