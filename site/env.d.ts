import type { ServerBindings } from '#api/app.ts'
import type { Language, Words } from '#api/core/words/contract.ts'
import type { PublishedAppearance } from '#api/website/appearance/contract/row.ts'
import type { PublicSettings, readMenus } from './lib/visitor.ts'

declare global {
  /** The day of the build, `YYYY-MM-DD`; absent under `astro dev`. */
  const __BUILT_ON__: string | undefined
  namespace App {
    interface Locals {
      /** Set by the middleware, as are its words. */
      language: Language
      words: Words
      /** The main language where the page is in another one: texts of the company are in it. */
      writtenIn: Language | undefined
      /** The language of the address, if it has a prefix. */
      prefix: Language | undefined
      /** Of the site, the main one first. */
      languages: readonly [Language, ...Language[]]
      /** A candidate's application is shown, whose language they can change. */
      showsApplication?: boolean
      /** Set by the middleware, except for the back office, the API and redirects. */
      settings: PublicSettings
      /** Set with the settings: the published look, in a preview the draft. */
      appearance: PublishedAppearance
      /** Set by `readMenus`, which reads them. */
      menus?: ReturnType<typeof readMenus>
      /** Set by the server in production; absent under `astro dev`. */
      server?: ServerBindings
    }
  }
}
