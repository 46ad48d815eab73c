import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useFieldArray } from 'react-hook-form'
import { maxPlaces } from '#api/website/jobs/contract.ts'
import { FieldError } from '../../ui/form/Field.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import type { JobFormState, JobSuggestions } from '../queries.ts'
import chips from './Chips.module.css'
import { allCountries, browserCountry, nameOfCountry } from './codes.ts'
import styles from './PlaceList.module.css'
import { placeValues } from './values.ts'

type Place = JobSuggestions['places'][number]

/** How many earlier places are offered. */
const offered = 6

const lineOf = ({ street, postal_code, locality, region, country }: Place) =>
  [street, locality, region, postal_code, nameOfCountry(country)].filter(Boolean).join(', ')

/** The places of a job as rows. Earlier ones are added by one press. */
export function PlaceList({
  form,
  suggestions: { places: earlier, countries },
}: {
  form: JobFormState
  suggestions: JobSuggestions
}) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'places' })
  const addButton = useRef<HTMLButtonElement>(null)
  const { places: error } = form.formState.errors
  const used = fields.map((place) => JSON.stringify(placeValues(place)))
  const unused = earlier.filter((place) => !used.includes(JSON.stringify(placeValues(place))))
  const isFull = fields.length >= maxPlaces
  const country = countries[0] ?? browserCountry() ?? ''
  return (
    <fieldset id="places" className={`stack gap-3 ${styles.places}`} tabIndex={-1}>
      <legend className="label">Places</legend>
      {fields.map((place, index) => (
        <fieldset key={place.id} className={`stack box ${styles.place}`}>
          <legend className="visually-hidden">Place {index + 1}</legend>
          <PlaceFields form={form} index={index} countries={countries} />
          <button
            type="button"
            className={`button quiet small ${styles.remove}`}
            aria-label={`Remove place ${index + 1}`}
            onClick={() => {
              remove(index)
              // The button is gone: the next one to press is this.
              addButton.current?.focus()
            }}
          >
            <Trash2 size={15} aria-hidden /> Remove
          </button>
        </fieldset>
      ))}
      <FieldError id="places-error" message={error?.root?.message ?? error?.message} />
      {!isFull && unused.length > 0 && (
        <div className="stack gap-2">
          <p className="help" id="earlier-places">
            From earlier jobs:
          </p>
          <ul className={`line wrap ${chips.chips}`} aria-labelledby="earlier-places">
            {unused.slice(0, offered).map((place) => (
              <li key={JSON.stringify(place)}>
                <button
                  type="button"
                  className={`button small ${styles.suggestion}`}
                  onClick={() => append(placeValues(place))}
                >
                  {`+ ${lineOf(place)}`}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <button
          type="button"
          ref={addButton}
          className="button small"
          aria-disabled={isFull}
          onClick={() => isFull || append(placeValues({ country }))}
        >
          <Plus size={15} aria-hidden /> {fields.length ? 'Add another place' : 'Add a place'}
        </button>
        {isFull && <p className="help">A job can have {maxPlaces} places.</p>}
      </div>
    </fieldset>
  )
}

function PlaceFields({
  form: { register, formState },
  index,
  countries,
}: {
  form: JobFormState
  index: number
  countries: string[]
}) {
  const errors = formState.errors.places?.[index]
  const field = (name: 'locality' | 'street' | 'postal_code' | 'region', label: string) => (
    <TextField
      label={label}
      required={false}
      error={errors?.[name]?.message}
      {...register(`places.${index}.${name}`)}
    />
  )
  return (
    <>
      {field('locality', 'Town or city')}
      <SelectField
        label="Country *"
        error={errors?.country?.message}
        {...register(`places.${index}.country`, { setValueAs: (code) => code || undefined })}
      >
        <option value="">Choose a country</option>
        {countries.length > 0 && (
          <optgroup label="In earlier jobs">
            {countries.map((code) => (
              <option key={code} value={code}>
                {nameOfCountry(code)}
              </option>
            ))}
          </optgroup>
        )}
        <optgroup label="All countries">
          {/* Also the countries above: a selected option that moved up would be deselected. */}
          {allCountries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </optgroup>
      </SelectField>
      {field('street', 'Street')}
      {field('postal_code', 'Postal code')}
      {field('region', 'Region, state or county')}
    </>
  )
}
