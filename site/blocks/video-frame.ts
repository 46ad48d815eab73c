import { escapeHtml } from '#api/core/http/contract/text.ts'
import { piecesOf } from '#api/website/blocks/contract/page-text.ts'
import { type Video, videoHosts, videoOf } from '#api/website/blocks/contract/video.ts'
import { linkOf, pictureOf } from './parts.ts'
import style from './video-frame.css?url'

/**
 * A frame that holds nothing but the poster, in a link to the player: the host hears of a visitor
 * who clicks, and of nobody else. Single quotes around it, so that addresses in it are found as
 * those of the page are.
 */
export function videoFrame(block: string, { host, player }: Video, title: string): string {
  const document =
    `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${escapeHtml(title)}</title><link rel="stylesheet" href="${style}">` +
    `<a href="${escapeHtml(player)}">` +
    `${pictureOf(block)}<span>${escapeHtml(`${title} (${host})`)}</span></a>`
  const srcdoc = document.replaceAll('&', '&amp;').replaceAll("'", '&#39;')
  return `<iframe title="${escapeHtml(`${title} (${host})`)}" loading="lazy" allow="autoplay; fullscreen; picture-in-picture; encrypted-media" referrerpolicy="strict-origin-when-cross-origin" srcdoc='${srcdoc}'></iframe>`
}

/** The players that a page may open, for its Content-Security-Policy. */
export const playersOf = (html: string): string[] => [
  ...new Set(
    piecesOf(html)
      .filter(({ block }) => block === 'video')
      .flatMap((piece) => videoOf(linkOf(piece.html).href) ?? [])
      .map(({ host }) => videoHosts[host].player),
  ),
]
