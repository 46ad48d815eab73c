import { useWatch } from 'react-hook-form'
import { currencyOf } from '#api/website/jobs/contract/countries.ts'
import { payUnits } from '#api/website/jobs/contract.ts'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { composedSalary } from '../preview/said.ts'
import type { JobFormState, JobSuggestions } from '../queries.ts'
import { Section } from '../Section.tsx'
import { typedAmount } from './amount.ts'
import { browserCountry, currenciesFor } from './codes.ts'
import styles from './PayFields.module.css'

const countryFields = ['places', 'remote_countries'] as const
const names = ['pay_min', 'pay_max', 'pay_currency', 'pay_unit'] as const

const orNull = { setValueAs: (value: string) => value || null }

const currencyOption = ({ code, name }: { code: string; name: string }) => (
  <option key={code} value={code}>
    {`${name} (${code})`}
  </option>
)

export function PayFields({
  form,
  suggestions,
}: {
  form: JobFormState
  suggestions: JobSuggestions
}) {
  const { control, register, getValues, setValue, formState } = form
  const { errors } = formState
  const [pay_min, pay_max, pay_currency, pay_unit] = useWatch({ control, name: names })
  const composed = composedSalary({ pay_min, pay_max, pay_currency, pay_unit })

  const [places, remote] = useWatch({ control, name: countryFields })
  const known = [
    ...(places ?? []).map(({ country }) => country),
    ...(remote ?? []),
    ...suggestions.countries,
  ].filter(Boolean)
  const { common, others } = currenciesFor([...known, browserCountry() ?? ''].filter(Boolean))
  const guessed = {
    pay_currency: suggestions.pay_currency ?? known.map(currencyOf).find(Boolean),
    pay_unit: suggestions.pay_unit,
  }

  /** The first amount brings the currency and the unit of the latest job with pay, or the country's. */
  const amount = (field: 'pay_min' | 'pay_max') => ({
    setValueAs: (typed: unknown) =>
      typedAmount(typed, { value: getValues(field), currency: getValues('pay_currency') }),
    onChange: () => {
      for (const name of ['pay_currency', 'pay_unit'] as const)
        if (!getValues(name) && guessed[name]) setValue(name, guessed[name], { shouldDirty: true })
    },
  })
  return (
    <Section
      form={form}
      title="Pay"
      help="For Google. Jobs with pay get more applications. One amount is enough."
      names={[...names]}
      summary={composed ?? (pay_min != null || pay_max != null ? 'Not complete' : null)}
    >
      <div className={`stack ${styles.pay}`}>
        <TextField
          label="From"
          inputMode="decimal"
          required={false}
          error={errors.pay_min?.message}
          {...register('pay_min', amount('pay_min'))}
        />
        <TextField
          label="To"
          inputMode="decimal"
          required={false}
          error={errors.pay_max?.message}
          {...register('pay_max', amount('pay_max'))}
        />
        <SelectField
          label="Currency"
          error={errors.pay_currency?.message}
          {...register('pay_currency', orNull)}
        >
          <option value="">Choose a currency</option>
          <optgroup label="Common">{common.map(currencyOption)}</optgroup>
          <optgroup label="Others">{others.map(currencyOption)}</optgroup>
        </SelectField>
        <SelectField label="Per" error={errors.pay_unit?.message} {...register('pay_unit', orNull)}>
          <option value="">Choose</option>
          {payUnits.map((unit) => (
            <option key={unit} value={unit}>
              {unit[0]?.toUpperCase() + unit.slice(1)}
            </option>
          ))}
        </SelectField>
      </div>
    </Section>
  )
}
