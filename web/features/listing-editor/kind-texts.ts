import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ListType } from '../../lib/paths.ts'
import type { Kind } from './draft.ts'

/** The names of the kinds in the choice of the type. */
export const KIND_TEXTS: Record<Kind, MessageDescriptor> = {
  FREELANCE: msg`Freelance service`,
  LOCALS: msg`Local service`,
  JOBS: msg`Job`,
  EVENTS: msg`Event`,
}

interface KindTexts {
  post: MessageDescriptor
  edit: MessageDescriptor
  saving: MessageDescriptor
  added: MessageDescriptor
  updated: MessageDescriptor
  shown: MessageDescriptor
  ask: MessageDescriptor
  gone: MessageDescriptor
  placeholder: MessageDescriptor
}

/** The texts of the editor for each list type. */
export const EDITOR_TEXTS: Record<ListType, KindTexts> = {
  services: {
    post: msg`Post a service`,
    edit: msg`Edit your service`,
    saving: msg`Saving your service`,
    added: msg`Your service was added.`,
    updated: msg`Your service was updated.`,
    shown: msg`Published: everybody can find and order it`,
    ask: msg`Delete this service?`,
    gone: msg`The service will be deleted permanently. Existing orders continue as agreed.`,
    placeholder: msg`Logo and identity for small studios`,
  },
  jobs: {
    post: msg`Post a job`,
    edit: msg`Edit your job`,
    saving: msg`Saving your job`,
    added: msg`Your listing was added.`,
    updated: msg`Your listing was updated.`,
    shown: msg`Published: everybody can find it and apply`,
    ask: msg`Delete this job?`,
    gone: msg`The job will be deleted permanently. Nobody can apply any more. Accepted bids keep their terms.`,
    placeholder: msg`Illustrator for a picture book`,
  },
  events: {
    post: msg`Post an event`,
    edit: msg`Edit your event`,
    saving: msg`Saving your event`,
    added: msg`Your listing was added.`,
    updated: msg`Your listing was updated.`,
    shown: msg`Published: everybody can find it and request to join`,
    ask: msg`Delete this event?`,
    gone: msg`The event will be deleted permanently. Please tell the attendees yourself.`,
    placeholder: msg`Screen printing workshop for beginners`,
  },
}
