import { AsyncLocalStorage } from 'node:async_hooks'
import { type Language, wordsOf } from './contract.ts'

const reader = new AsyncLocalStorage<Language>()

/** Runs `work` for somebody who reads this language. */
export const inLanguage = <T>(language: Language, work: () => T): T => reader.run(language, work)

/** The language of the address that is asked for; undefined where that says none. */
export const askedLanguage = () => reader.getStore()

/** The language of the person whose request is handled. */
export const readerLanguage = (): Language => reader.getStore() ?? 'en'

/** What visitors and candidates read, in the language of the one whose request is handled. */
export const readerWords = () => wordsOf(readerLanguage())
