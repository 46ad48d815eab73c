/** A file of the published site, as its list names it. */
export type PublishedFile = {
  /** With its query. */
  address: string
  /** Below the folder, with slashes. */
  file: string
  /** Changes with content and headers. */
  version: string
  headers: Record<string, string>
  /** Of an earlier build: when it may go, since pages in caches still name it. */
  until?: number
}

/** The folder of the whole public site and its list, in PAGES_DIR. Assets come before pages. */
export const siteFolderName = 'site'
export const listFile = 'site.json'

/** Where other hosts find what to show while the process is down; not in the list. */
export const unavailableFile = 'unavailable.html'
