import { type KeyboardEvent, type Ref, useId } from 'react'
import type { EditorWords } from './tools.ts'

type Props = {
  words: EditorWords
  input: Ref<HTMLInputElement>
  typed: string
  setTyped: (typed: string) => void
  refused: boolean
  enter: (event: KeyboardEvent) => void
}

export function LinkAddress({ words, input, typed, setTyped, refused, enter }: Props) {
  const id = useId()
  return (
    <>
      <label className="label" htmlFor={id}>
        {words.linkAddress}
      </label>
      <input
        ref={input}
        id={id}
        className="input"
        // Not type=url: the form around the editor would then require a complete URL.
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="example.com"
        value={typed}
        aria-invalid={refused}
        aria-describedby={`${id}fault`}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={enter}
      />
      <p id={`${id}fault`} className="error" role="alert">
        {refused && words.linkInvalid}
      </p>
    </>
  )
}
