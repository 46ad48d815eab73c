/** As keyboards for Chinese and Japanese type digits and signs: ５ instead of 5. */
export const withoutFullWidth = (text: string) =>
  text.replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))

/** Digits of any script as 0 to 9. Those of each script follow each other. */
export const asciiDigits = (text: string): string =>
  text.replace(/(?=\P{ASCII})\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0)!
    let zero = point
    while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--
    return String((point - zero) % 10)
  })
