import type { MenuName } from '#api/website/menus/contract.ts'
import { linkAddress } from '../ui/editor/link-address.ts'
import { TextField } from '../ui/form/TextField.tsx'
import { OrderCard, OrderHead } from '../ui/order/OrderCard.tsx'
import type { Ordered } from '../ui/order/use-order.ts'
import styles from './Menus.module.css'
import type { ListedPage } from './pages.ts'
import type { MenuFormState } from './use-menu-form.ts'

/** An item of a menu: its label, and its page or address. */
export function MenuItemCard({
  form,
  pages,
  name,
  index,
  count,
  order,
  onRemove,
}: {
  form: MenuFormState['form']
  pages: ListedPage[]
  name: MenuName
  index: number
  count: number
  order: Ordered
  onRemove: () => void
}) {
  const field = `items.${index}` as const
  const page_id = form.watch(`${field}.page_id`)
  const errors = form.formState.errors.items?.[index]
  const address = form.register(`${field}.url`, {
    onBlur() {
      const typed = form.getValues(`${field}.url`)
      const completed = linkAddress(typed)
      if (completed && completed !== typed)
        form.setValue(`${field}.url`, completed, { shouldDirty: true, shouldValidate: true })
    },
  })
  return (
    <OrderCard drop={order.drop}>
      <fieldset className="stack gap-2">
        <legend className="visually-hidden">
          {name === 'header' ? 'Header' : 'Footer'} item {index + 1}
        </legend>
        <OrderHead thing={`${name} item`} {...{ index, count, order, onRemove }} />
        <div className={`stack ${styles.pair}`}>
          <TextField
            label="Label"
            error={errors?.label?.message}
            {...form.register(`${field}.label`)}
          />
          {page_id === null ? (
            <TextField
              label="Address"
              inputMode="url"
              placeholder="example.com or /jobs"
              error={errors?.url?.message ?? errors?.message}
              {...address}
            />
          ) : (
            <PageTarget
              page={pages.find(({ id }) => id === page_id)}
              error={errors?.page_id?.message ?? errors?.message}
            />
          )}
        </div>
      </fieldset>
    </OrderCard>
  )
}

function PageTarget({ page, error }: { page: ListedPage | undefined; error: string | undefined }) {
  if (!page || error)
    return (
      <p className={`error ${styles.page}`} role="alert">
        {error ?? 'This page no longer exists. Remove it or choose another.'}
      </p>
    )
  return (
    <div className={styles.page}>
      <p>
        Page “{page.title}” {!page.is_published && <span className="badge">Draft</span>}
      </p>
      {!page.is_published && (
        <p className="help">Visitors don't see this item until the page is published.</p>
      )}
    </div>
  )
}
