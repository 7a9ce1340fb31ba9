import { Trans, useLingui } from '@lingui/react/macro'
import { LIMITS } from '../../../workers/listings/fields.schema.ts'
import type { ServiceCard as Card, Service } from '../../../workers/listings/services.schema.ts'
import { parseUsd } from '../../../workers/shared/usd.schema.ts'
import { saveService } from '../../queries/save-listing.ts'
import { ServiceCard } from '../cards/ServiceCard.tsx'
import { MediaUploader } from '../uploads/MediaUploader.tsx'
import { CardDescriptionField, Choice, DescriptionField, Part, TitleField, WhereFields } from './CommonFields.tsx'
import { cardBase } from './draft-card.ts'
import { Editor } from './Editor.tsx'
import type { Editing, EditorProps } from './editor-types.ts'
import { PlanFields } from './PlanFields.tsx'
import { emptyService, type ServiceDraft, serviceBodyOf, serviceDraftOf, serviceFaults } from './service-draft.ts'

export default function ServiceForm(props: EditorProps<Service>) {
  const { t } = useLingui()
  const editing: Editing<ServiceDraft, Service> = {
    listType: 'services',
    empty: (kind) => emptyService(kind, [t`Basic`, t`Standard`, t`Premium`]),
    draftOf: serviceDraftOf,
    faultsOf: serviceFaults,
    send: (draft, id, options) => saveService(serviceBodyOf(draft, id), options),
  }
  return (
    <Editor
      {...props}
      editing={editing}
      preview={(draft) => <ServiceCard card={cardOf(draft, props.viewer, t`Your title appears here`)} />}
      fields={(form) => (
        <>
          <Part title={<Trans>The card</Trans>} text={<Trans>Shown on the home page and in search.</Trans>}>
            <TitleField form={form} listType="services" />
            <CardDescriptionField form={form} />
          </Part>
          <Part title={<Trans>Where</Trans>} text={<Trans>Online, or in person at a location.</Trans>}>
            <Choice
              label={t`Where`}
              options={[
                ['online', <Trans key="online">Online</Trans>],
                ['local', <Trans key="local">Local</Trans>],
              ]}
              value={form.draft.local ? 'local' : 'online'}
              onChange={(where) => form.set({ local: where === 'local' })}
            />
            {form.draft.local && <WhereFields form={form} />}
          </Part>
          <Part title={<Trans>Pictures</Trans>} text={<Trans>The first one is the cover. Show your work.</Trans>}>
            <MediaUploader
              value={form.draft.media}
              onChange={(media) => form.set({ media })}
              max={LIMITS.media}
              error={form.errorOf('media')}
              onStatus={(status) => form.setUploadStatus('media', status)}
            />
          </Part>
          <Part
            title={<Trans>Main description</Trans>}
            text={<Trans>At least 100 characters: what you do, how you work, and what the buyer receives.</Trans>}
          >
            <DescriptionField form={form} />
          </Part>
          <Part
            title={<Trans>Plans</Trans>}
            text={<Trans>One to three plans. The payment is held in escrow until the buyer releases it.</Trans>}
          >
            <PlanFields plans={form.draft.plans} onChange={(plans) => form.set({ plans })} errorOf={form.errorOf} />
          </Part>
        </>
      )}
    />
  )
}

/** The draft as a card. */
function cardOf(draft: ServiceDraft, viewer: EditorProps<Service>['viewer'], title: string): Card {
  const prices = draft.plans.map((plan) => ({ price: parseUsd(plan.price) ?? 0, hourly: plan.hourly }))
  const cheapest = prices.reduce((least, one) => (one.price < least.price ? one : least), prices[0]!)
  return { ...cardBase(draft, viewer, 'services', title), listType: 'services', ...cheapest }
}
