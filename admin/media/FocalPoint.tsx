import type { KeyboardEvent, MouseEvent } from 'react'
import type { Media } from '#api/website/media/contract/row.ts'
import { address, mainVariant } from '#api/website/media/contract.ts'
import { sitePath } from '../lib/site-address.ts'
import styles from './Media.module.css'

type Point = Media['focal']

const within = (percent: number) => Math.min(100, Math.max(0, Math.round(percent)))

const moves: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The picture; a click or the arrow keys set the point that stays visible when it is cropped. */
export function FocalPoint({
  picture,
  point,
  onChange,
}: {
  picture: Media
  point: Point
  onChange: (point: Point) => void
}) {
  const file = mainVariant(picture.variants)
  const place = (event: MouseEvent<HTMLButtonElement>) => {
    // Enter and Space also click.
    if (event.detail === 0) return
    const box = event.currentTarget.getBoundingClientRect()
    onChange({
      x: within(((event.clientX - box.left) / box.width) * 100),
      y: within(((event.clientY - box.top) / box.height) * 100),
    })
  }
  const move = (event: KeyboardEvent) => {
    const by = moves[event.key]
    if (!by) return
    event.preventDefault()
    const step = event.shiftKey ? 10 : 2
    onChange({ x: within(point.x + by.x * step), y: within(point.y + by.y * step) })
  }
  const said = `${point.x} % from the left, ${point.y} % from the top`
  return (
    <figure className={`stack gap-2 ${styles.focal}`}>
      <button
        type="button"
        aria-label={`Focal point: ${said}`}
        aria-describedby="focal-help"
        onClick={place}
        onKeyDown={move}
      >
        {file && (
          <img
            src={sitePath(address(picture.hash, file))}
            width={file.width}
            height={file.height}
            alt={picture.alt}
          />
        )}
        <span
          className={styles.point}
          style={{ left: `${point.x}%`, top: `${point.y}%` }}
          aria-hidden
        />
      </button>
      <figcaption className={styles.meta}>
        <span role="status">Focal point: {said}.</span>{' '}
        <span id="focal-help">
          Click, or use the arrow keys, to set what stays visible where the image is cropped.
        </span>
      </figcaption>
    </figure>
  )
}
