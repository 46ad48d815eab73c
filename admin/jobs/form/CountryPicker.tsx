import { X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { Field } from '../../ui/form/Field.tsx'
import type { JobFormState } from '../queries.ts'
import chips from './Chips.module.css'
import { findCountries, type Named, nameOfCountry } from './codes.ts'

/** How many countries are offered at a time. */
const offered = 8

/** Countries, found by typing: Enter takes the first one found, each other one is a button. */
export function CountryPicker({ form, earlier }: { form: JobFormState; earlier: string[] }) {
  const { field, fieldState } = useController({ control: form.control, name: 'remote_countries' })
  const [typed, setTyped] = useState('')
  const [status, setStatus] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const found = useId()
  const chosen = field.value ?? []
  const matches: Named[] = typed.trim()
    ? findCountries(typed, chosen)
    : earlier
        .filter((code) => !chosen.includes(code))
        .map((code) => ({ code, name: nameOfCountry(code) }))
  const shown = matches.slice(0, offered)

  // Chips and buttons disappear when pressed: the input keeps the focus.
  function change(codes: string[], said: string) {
    field.onChange(codes)
    setTyped('')
    setStatus(said)
    input.current?.focus()
  }
  const add = ({ code, name }: Named) => change([...chosen, code], `${name} added`)

  return (
    <Field
      label="Countries people can work from"
      htmlFor={field.name}
      error={fieldState.error?.message}
      help="Type a country and press Enter. If left empty, search engines use the countries of the places."
    >
      {(control) => (
        <>
          {chosen.length > 0 && (
            <ul className={`line wrap ${chips.chips}`} aria-label="Chosen countries">
              {chosen.map((code) => (
                <li key={code} className={chips.chip}>
                  {nameOfCountry(code)}
                  <button
                    type="button"
                    aria-label={`Remove ${nameOfCountry(code)}`}
                    onClick={() =>
                      change(
                        chosen.filter((other) => other !== code),
                        `${nameOfCountry(code)} removed`,
                      )
                    }
                  >
                    <X size={14} aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <input
            {...control}
            ref={(element) => {
              input.current = element
              field.ref(element)
            }}
            className="input"
            type="text"
            autoComplete="off"
            value={typed}
            aria-controls={found}
            onBlur={field.onBlur}
            onChange={(event) => {
              setTyped(event.target.value)
              setStatus('')
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              if (typed.trim() && shown[0]) add(shown[0])
            }}
          />
          <ul className={`line wrap ${chips.chips}`} id={found} aria-label="Countries to add">
            {shown.map((country) => (
              <li key={country.code}>
                <button
                  type="button"
                  className="button small"
                  onClick={() => add(country)}
                >{`+ ${country.name}`}</button>
              </li>
            ))}
          </ul>
          <p className="help" role="status">
            {status || (typed.trim() && !shown.length && 'No country has this name')}
          </p>
        </>
      )}
    </Field>
  )
}
