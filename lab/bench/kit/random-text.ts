/** Random names and text from a seed, so that every run measures the same data. */

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export type Random = () => number

export const oneOf = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)]!

const list = (words: string) => words.trim().split(/\s+/)

export const firstNames = list(`
  Ada Agnieszka Aisha Anaïs Anders Ángel Anna Aoife Arjun Åsa Beatriz Björn Bram Carlos Céline
  Chidi Chloé Daniel Dariusz Élodie Emma Eoin Esra Fatima Felix François Freya Gabriel Grace Hana
  Håkon Hüseyin Inés Isla Ivan Jakub Jana Jens João José Jürgen Kaja Kofi Lars Lea Léo Liam Linh
  Lucía Magda Mairéad Malik Māra Maria Marta Mei Mira Mohammed Nadia Niamh Nils Noah Nora Olga
  Oluwaseun Paweł Priya Rafael René Rosa Ruth Ryan Sabine Saoirse Sara Siobhán Sofía Søren Stefan
  Štěpán Svetlana Tariq Thérèse Tomáš Ulla Uwe Vera Wei Xavier Yara Yusuf Zara Zdeněk Zoë`)

export const lastNames = list(`
  Abel Adeyemi Ahmed Álvarez Andersen Ångström Bauer Becker Bélanger Björk Brennan Çelik Chen
  Costa Cruz D'Angelo Dąbrowski Delacroix Díaz Doyle Dubois Dvořák Eriksson Fernández Fischer
  Fitzgerald Fontaine García Gómez González Gruber Gupta Haas Hansen Hernández Hoffmann Horváth
  Ibrahim Ivanova Jansen Jensen Jiménez Johansson Jørgensen Kamara Kaya Keller Khan Kim Kováč
  Kowalska Krüger Kumar Larsen Lefèvre Lindqvist López Lovelace Łukasik MacLeod Mbeki Meier Mensah
  Molnár Moreau Müller Murphy Nakamura Nguyen Nielsen Novák Núñez Okafor Olsen O'Neill Østergård
  Özdemir Papadopoulos Patel Pérez Petrov Popescu Ramírez Richter Rossi Sánchez Santos Schäfer
  Schmidt Schröder Silva Singh Šimić Sørensen Strauß Suzuki Svensson Szabó Tanaka Thompson Torres
  Tóth Tremblay Ünal Vasile Vogel Wagner Wałęsa Walsh Weiß Wójcik Yılmaz Zhang Zimmermann Živković`)

/** Most frequent words first. */
const common = list(`
  the and to of in a I my for with that is have your at was as work on from me this team which we
  an by it be not are would years it been has had will experience people more their our one can
  there all they when who so or but about out what where up company project time than into two
  only could years' skills new most also other first some over like very after well much these
  learned role position customers every between because while both made before through quality
  working systems responsible design three being long each day during since since part last make
  often always support training development management office workshop software service planning
  machine laboratory instrument calibration river measurement repair safety customer report German
  English French Spanish degree university apprenticeship school certificate course degree month
  year application interview opportunity motivated reliable careful curious patient précis naïve
  café résumé Zürich Kraków Málaga Göteborg København`)

const syllables = list(`ba be bi bo bra ca ce cho da de dri du el en fa fe flo ga ge gra ha he ho
  il in ka ke kro la le li lo ma me mi mo na ne ni no or pa pe pla po qua ra re ri ro sa se sha si
  ta te ti tor tu ul va ve vi vo wa we wi xa ya yo za ze zi zu`)

/** 20,000 words. */
function vocabulary(random: Random): string[] {
  const words = new Set(common)
  while (words.size < 20_000) {
    let word = ''
    for (let length = 2 + random() * 3; length > 1; length--) word += oneOf(random, syllables)
    words.add(word)
  }
  return [...words]
}

/** Sentences are generated once and then drawn, which takes a tenth of the time. */
const sentences = 20_000
const wordsInSentence = 12

/**
 * Returns a function that writes that many sentences. Word frequencies follow Zipf's law: the
 * hundredth word is in one letter of seven, the last ones in one of several thousand.
 */
export function writer(random: Random): (length: number) => string {
  const known = vocabulary(random)
  // Uniform draws from this table follow the word frequencies.
  const shares = known.map((_, rank) => Math.ceil(20_000 / (rank + 1)))
  const ranks = Uint16Array.from(shares.flatMap((share, rank) => Array(share).fill(rank)))
  const word = () => known[ranks[Math.floor(random() * ranks.length)]!]!
  const written = Array.from(
    { length: sentences },
    () => `${Array.from({ length: wordsInSentence }, word).join(' ')}.`,
  )
  return (length) => Array.from({ length }, () => oneOf(random, written)).join(' ')
}
