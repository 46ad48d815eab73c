/** Where videos may be played. Each player is opened by a link, for which its page alone is closed. */
export const videoHosts = {
  YouTube: { player: 'https://www.youtube-nocookie.com' },
  Vimeo: { player: 'https://player.vimeo.com' },
} as const

export type Video = {
  host: keyof typeof videoHosts
  /** The address of the video for people, as it is stored. */
  href: string
  /** The address of its player. */
  player: string
}

const youTube = /^(?:(?:www|m)\.)?(?:youtube\.com|youtube-nocookie\.com)$/

/** The video at an address of YouTube or Vimeo, in any of the forms that people copy. */
export function videoOf(address: string): Video | undefined {
  const url = URL.parse(/^https?:/i.test(address.trim()) ? address : `https://${address.trim()}`)
  if (!url) return undefined
  const { hostname, pathname, searchParams } = url
  const [first = '', second = ''] = pathname.split('/').filter(Boolean)
  const ofYouTube =
    hostname === 'youtu.be'
      ? first
      : youTube.test(hostname) &&
        (/^(embed|shorts|live)$/.test(first) ? second : (searchParams.get('v') ?? ''))
  if (ofYouTube && /^[\w-]{11}$/.test(ofYouTube))
    return {
      host: 'YouTube',
      href: `https://www.youtube.com/watch?v=${ofYouTube}`,
      player: `${videoHosts.YouTube.player}/embed/${ofYouTube}?autoplay=1`,
    }
  if (!/^(?:www\.|player\.)?vimeo\.com$/.test(hostname)) return undefined
  const [id = '', path = ''] = pathname.match(/\d+(?:\/[\da-f]+)?$/)?.[0].split('/') ?? []
  // That of an unlisted video.
  const key = path || (searchParams.get('h') ?? '')
  if (!/^\d{5,12}$/.test(id) || !/^[\da-f]{0,20}$/.test(key)) return undefined
  return {
    host: 'Vimeo',
    href: `https://vimeo.com/${id}${key && `/${key}`}`,
    player: `${videoHosts.Vimeo.player}/video/${id}?autoplay=1${key && `&h=${key}`}`,
  }
}
