import { figureClasses } from './figures.ts'
import { consistsOf, knownTag } from './rich-text-form.ts'

const figure = `<figure(?: class="(?:(?:${figureClasses.join('|')}) ?)+")?>|</figure>|</?figcaption>`
const image =
  '<img src="/media/[0-9a-f]{32}/\\d{1,5}\\.(?:avif|webp|jpg|png)" alt="[^"<>]*"(?: width="\\d{1,5}" height="\\d{1,5}")?(?: /)?>'

export const knownPictureTag = `${knownTag}|${figure}|${image}`

/** `isRichText` for job descriptions, which may hold pictures. */
export const isPictureText = consistsOf(knownPictureTag)
