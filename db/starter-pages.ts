import pages from './starter-pages.json' with { type: 'json' }

/** The pages of an empty site. About stays a draft until someone has written it. */
export const starterPages = pages.map((page) => ({ ...page, content: page.content.join('') }))
