import { useState } from 'react'
import type { Media } from '#api/website/media/contract/row.ts'
import { sitePath } from '../lib/site-address.ts'
import styles from './Media.module.css'
import { isMostlyLight } from './mostly-light.ts'
import { thumbnail } from './queries.ts'

export const needsAlt = ({ alt, decorative }: Pick<Media, 'alt' | 'decorative'>) =>
  !alt && !decorative

/**
 * Without a ground of its own the picture is on paper: on dark paper where most of it is light.
 * @param paper another ground, as CSS
 */
export function Thumbnail({ picture, paper }: { picture: Media; paper?: string | undefined }) {
  const file = thumbnail(picture)
  const [isLight, setIsLight] = useState(false)
  const ground = paper ?? (picture.transparent ? undefined : picture.color)
  return (
    <span
      className={`${styles.thumbnail} ${ground ? '' : styles.paper}`}
      data-paper={isLight ? 'dark' : 'light'}
      style={ground ? { backgroundColor: ground } : {}}
    >
      {file && (
        <img
          src={sitePath(file.src)}
          width={file.width}
          height={file.height}
          alt=""
          loading="lazy"
          onLoad={({ currentTarget }) =>
            picture.transparent && setIsLight(isMostlyLight(currentTarget))
          }
          decoding="async"
        />
      )}
    </span>
  )
}

/** Pictures as buttons. */
export const PictureGrid = ({
  pictures,
  onPick,
  busy = false,
}: {
  pictures: Media[]
  onPick: (picture: Media) => void
  busy?: boolean
}) => (
  <ul className={`stack ${styles.grid}`} aria-busy={busy}>
    {pictures.map((picture) => (
      <li key={picture.id}>
        <button
          type="button"
          className={`stack box ${styles.tile}`}
          onClick={() => onPick(picture)}
        >
          <Thumbnail picture={picture} />
          <span className={`clip ${styles.name}`} dir="auto">
            {picture.name}
          </span>
          <span className={styles.meta}>
            {picture.width} × {picture.height}
            {picture.used_on.length === 0 && <span>{' · Unused'}</span>}
          </span>
          {needsAlt(picture) && <span className="badge yellow">No alt text</span>}
        </button>
      </li>
    ))}
  </ul>
)
