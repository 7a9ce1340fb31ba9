import { safeParse } from 'valibot'
import { type Profile, type ProfileBody, profileFields } from '../../../workers/auth/profiles.schema.ts'
import { videoLink } from '../../../workers/auth/video.schema.ts'
import { countryOf } from '../../../workers/shared/countries.schema.ts'

/** A profile in the form. `way` selects whether the video is the link or the file. */
export interface Draft {
  name: string
  title: string
  description: string
  image: string | null
  country: string | null
  way: 'link' | 'file'
  link: string
  file: string | null
}

/** The draft of a profile, or an empty one for null. `geoip` is the visitor's country, which an empty draft starts with. */
export function draftOf(profile: Profile | null, geoip: string): Draft {
  const video = profile?.video ?? null
  return {
    name: profile?.name ?? '',
    title: profile?.title ?? '',
    description: profile?.description ?? '',
    image: profile?.image ?? null,
    country: countryOf(profile ? profile.geoip : geoip),
    way: video?.provider === 'file' ? 'file' : 'link',
    link: video && video.provider !== 'file' ? videoLink({ ...video, provider: video.provider }) : '',
    file: video?.provider === 'file' ? video.id : null,
  }
}

export function bodyOf({ way, link, file, ...rest }: Draft): ProfileBody {
  return { ...rest, video: way === 'link' ? link : file === null ? null : { provider: 'file', id: file } }
}

/** The first field that breaks a rule of the server, and the rule; null if there is none. */
export function faultOf(draft: Draft): { field: string; rule: string } | null {
  const checked = safeParse(profileFields, bodyOf(draft))
  if (checked.success) return null
  const [issue] = checked.issues
  return { field: String(issue.path?.[0]?.key), rule: issue.message }
}
