import {
  array,
  boolean,
  description,
  literal,
  maxLength,
  nullable,
  number,
  picklist,
  pipe,
  record,
  strictObject,
  string,
  union,
  variant,
} from 'valibot'
import { LIST_TYPES } from '../listings/list-types.schema.ts'
import { address, amount, basisPoints, bytes32, nextCursor, opaqueId, text, time, whole } from '../shared/answers.schema.ts'
import { AUDIT_ACTIONS } from '../shared/audit-actions.schema.ts'
import { PART_SIZE } from '../shared/sitemap.schema.ts'
import { media } from '../uploads/answers.schema.ts'
import { APPLICATION_LIMITS, APPLICATION_STATES } from './applications.schema.ts'
import { MAX_PROMOTED } from './creators.schema.ts'
import { EFFECTS, FOLIO_LIMITS, KEPT_VERSIONS } from './folios.schema.ts'
import { PALETTE } from './palette.schema.ts'
import { MAX_PANEL_COUNT } from './panel.schema.ts'
import { MAX_REPORTED_FILES, POST_REPORT_REASONS } from './post-reports.schema.ts'
import { POST_LIMITS } from './posts.schema.ts'
import { CONTRACT_NAMES } from './settings.schema.ts'

/** Schemas of the answers of this area's calls. */

const linkedVideo = strictObject({
  provider: picklist(['youtube', 'dailymotion', 'twitch']),
  id: text('The id of the video at its host.'),
  url: text('The page of the video.'),
})
export const linkPreview = strictObject({
  url: text('The address of the page, after redirects.'),
  title: text('At most 200 characters and dots; 22 if it is derived from the text of the page.'),
  siteName: text('The name of the site, or its host.'),
  description: text('At most 500 characters and dots; 122 if it is derived from the text of the page. It may be empty.'),
  mediaType: text('The type by Open Graph, such as `article`; `website` if the page does not state it, `image` for a picture.'),
  contentType: text('The media type, such as `text/html`.'),
  images: pipe(array(media), maxLength(1)),
  videos: pipe(array(linkedVideo), maxLength(1)),
  favicons: pipe(array(media), maxLength(1)),
})

export const creatorNameAnswer = strictObject({ available: boolean(), reason: nullable(picklist(['invalid', 'reserved', 'taken'])) })

const question = strictObject({
  question: text('What an admin asks.'),
  askedAt: time('When it was asked'),
  answer: nullable(text('Null until the applicant has answered.')),
  answeredAt: nullable(time('When it was answered')),
})
const application = {
  id: opaqueId('Id of the application.'),
  state: picklist(APPLICATION_STATES),
  email: text('E-mail address for the answer.'),
  sns: text('A page at a social network; empty without one.'),
  fullname: text('The full name.'),
  wallet: text('A wallet of the applicant, checksummed.'),
  name: text('The name of the creator.'),
  text: text('What the applicant writes.'),
  questions: pipe(array(question), maxLength(APPLICATION_LIMITS.questions)),
  reason: text('Why it was refused; empty otherwise.'),
  sentAt: time('When it was sent'),
  stateAt: time('When the state last changed'),
}
export const myApplication = strictObject({
  application: nullable(strictObject(application)),
  creator: nullable(text("The caller's creator name.")),
  isRemoved: boolean(),
})
export const applicationPage = strictObject({
  applications: array(
    strictObject({
      ...application,
      applicant: strictObject({ id: whole('User id.'), name: text('The name that others see; empty without one.') }),
    }),
  ),
  next: nextCursor,
})

const creator = strictObject({
  user_id: whole('User id.'),
  name: text('The name of the creator.'),
  address: address('The wallet that the Platform contract knows, checksummed.'),
  country: nullable(text('ISO 3166 code of the profile.')),
  promoted: boolean(),
  maySell: boolean(),
  since: time('When the team gave the page'),
  removedAt: nullable(time('When the team removed the creator')),
})
export const platformAdmin = strictObject({
  admin: nullable(
    strictObject({
      wallet: address('The wallet that signed in, checksummed.'),
      contract: address('The Platform contract.'),
      codeHash: bytes32("keccak-256 of the contract's runtime code."),
    }),
  ),
})
const openCount = (of: string) => whole(`${of}: ${MAX_PANEL_COUNT} stands for this many and more.`)
export const panelAnswer = strictObject({
  panel: nullable(
    strictObject({
      isPlatformAdmin: boolean(),
      isOrderBookAdmin: boolean(),
      platform: nullable(
        strictObject({
          applications: openCount('Applications to become a creator that wait for an answer of the team'),
          posts: openCount('Reported posts and comments'),
          listings: openCount('Reported listings'),
          members: openCount('Reported members and pages of creators'),
          suspended: openCount('Suspended members'),
        }),
      ),
      orderBook: nullable(
        strictObject({
          disputes: openCount('Open disputes'),
          messages: openCount('Reports about messages'),
          reviews: openCount('Reported reviews and answers'),
          sponsors: openCount('Requests to sponsor'),
        }),
      ),
    }),
  ),
})
export const creatorPage = strictObject({ creators: array(creator), next: nextCursor })
export const foundCreator = strictObject({
  user_id: nullable(whole('User id; null if only the contract knows the wallet.')),
  name: text('The name that others see; empty without one.'),
  isLinked: boolean(),
  isOnChain: boolean(),
  application: nullable(strictObject(application)),
  creator: nullable(creator),
})

const contract = picklist(CONTRACT_NAMES)
const creatorOf = nullable(text('The name of the creator with this wallet.'))
const tokenSettings = strictObject({
  address: address('The contract of the token; the zero address is ETH.'),
  symbol: text('As the token says it; empty for one that was enabled but has no symbol or no decimals.'),
  decimals: whole('Decimals of its amounts.'),
  states: array(strictObject({ contract, enabled: boolean(), held: amount('What the contract holds for the treasury') })),
})
export const tokenAnswer = strictObject({ token: nullable(tokenSettings) })
export const panelSettings = strictObject({
  wallet: address('The wallet that signed in, checksummed.'),
  contracts: array(
    strictObject({
      name: contract,
      address: address('The contract.'),
      codeHash: bytes32('keccak-256 of its runtime code.'),
      owner: address('The owner.'),
      pendingOwner: nullable(address('To whom the owner has offered the contract.')),
      isAdmin: boolean(),
      isOwner: boolean(),
      admins: array(address('An admin who is not the owner.')),
      treasury: address('The receiver of fees.'),
      feeBps: nullable(basisPoints('The fee without a custom fee')),
      arbitrationFeeBps: nullable(basisPoints('The fee for a decision about a dispute')),
      customFees: array(strictObject({ address: address('The seller.'), feeBps: basisPoints('The custom fee'), name: creatorOf })),
    }),
  ),
  tokens: array(tokenSettings),
  isComplete: boolean(),
})
export const sellerFees = strictObject({
  fees: array(strictObject({ contract: picklist(['orderBook', 'platform']), set: boolean(), feeBps: basisPoints('The fee that applies') })),
  name: creatorOf,
})
export const auditLogPage = strictObject({
  entries: array(
    strictObject({
      id: whole('1, 2, 3 and so on.'),
      at: time('When it happened'),
      actor: text('The wallet that did it.'),
      action: picklist(AUDIT_ACTIONS),
      subject: text('What it is about: an address, a contract, or the id of a member, an application, an order or a review.'),
      details: record(string(), union([string(), number(), boolean()])),
      actorMember: pipe(
        nullable(strictObject({ id: whole('User id.'), name: text('Empty without a name.') })),
        description('The member who has the wallet of the actor now.'),
      ),
      named: pipe(
        nullable(
          union([
            strictObject({ kind: literal('member'), id: whole('User id.'), name: text('Empty without a name.') }),
            strictObject({
              kind: literal('listing'),
              id: whole('Id of the listing.'),
              name: text('Its title.'),
              listType: picklist(LIST_TYPES),
              isPublic: boolean(),
            }),
            strictObject({
              kind: picklist(['post', 'comment']),
              creatorName: text('The creator on whose page it is.'),
              pid: opaqueId('Id of the post.'),
              name: text('The name of its author; empty without one.'),
              isPublic: boolean(),
            }),
          ]),
        ),
        description('What it is about, as it is named now; of a review the listing. Null if it has no name, or no longer.'),
      ),
    }),
  ),
  next: nextCursor,
})

const html = text('Sanitized HTML.')
const link = text('An address with `https`; empty without one.')
const picture = nullable(media)
const part = strictObject({ title: text('May be empty.'), text: html, picture })
const section = { id: text('A UUID.'), title: text('May be empty.') }
const folioSection = variant('kind', [
  strictObject({ ...section, kind: literal('FULL_PAGE'), text: html, picture }),
  strictObject({
    ...section,
    kind: literal('ROADMAP'),
    steps: array(
      strictObject({ title: text('What is planned.'), text: text('Plain text.'), when: text('As the owner wrote it, such as `2027`.') }),
    ),
  }),
  strictObject({
    ...section,
    kind: literal('TEAM'),
    members: array(strictObject({ name: text('The name.'), role: text('May be empty.'), text: text('Plain text.'), picture, link })),
  }),
  strictObject({ ...section, kind: literal('COLUMN'), columns: array(part) }),
  strictObject({ ...section, kind: literal('ROW'), rows: array(part) }),
  strictObject({
    ...section,
    kind: literal('CAROUSEL'),
    slides: array(strictObject({ picture: media, caption: text('May be empty.'), link })),
  }),
])

const socialFields = { website: link, instagram: link, twitter: link, twitch: link, youtube: link }
export const socialLinks = strictObject(socialFields)
export const folioAnswer = strictObject({
  folio: strictObject({
    name: text('The name of the creator.'),
    user_id: whole('User id.'),
    title: text('The title of the page.'),
    about: text('Plain text with line breaks.'),
    image: picture,
    video: nullable(strictObject({ id: opaqueId('Media id.'), url: text('Where the file is served.'), type: text('The media type.') })),
    video_thumbnail: picture,
    effect: picklist(EFFECTS),
    primary_color: picklist(PALETTE),
    secondary_color: picklist(PALETTE),
    ...socialFields,
    sections: pipe(array(folioSection), maxLength(FOLIO_LIMITS.sections)),
    version: whole('The number of the save; 0 if nothing was saved yet.'),
    saved: nullable(time('When it was saved')),
    is_promoted: boolean(),
    since: nullable(time('When the creator was granted')),
  }),
})
const savedVersion = { version: whole('The number of the save.'), saved: time('When it was saved') }
export const savedFolio = strictObject(savedVersion)
export const folioVersions = strictObject({
  versions: pipe(array(strictObject({ ...savedVersion, title: text('The title of the page.') })), maxLength(KEPT_VERSIONS)),
})

const person = strictObject({
  userId: whole('User id.'),
  name: text('The name that others see; it may be empty.'),
  title: text('May be empty.'),
  image: nullable(opaqueId('Media id of the picture.')),
  country: nullable(text('ISO 3166 code of the profile.')),
})
const likes = whole('How many members like it.')
const post = strictObject({
  pid: opaqueId('Id of the post.'),
  creatorName: text('The name of the creator.'),
  owner: person,
  content: text('Sanitized HTML; it may be empty if there is a file or a link.'),
  title: text('From the text or the link, at most 22 characters and dots. It may be empty.'),
  description: text('From the text or the link, at most 122 characters and dots. It may be empty.'),
  link: text('An address with http or https; empty without one.'),
  preview: nullable(linkPreview),
  media: pipe(array(media), maxLength(POST_LIMITS.media)),
  draft: boolean(),
  pinned: boolean(),
  hidden: pipe(boolean(), description('Whether an admin hid it. Only the owner gets a hidden post.')),
  created: time('When it was published; for a draft, when it was begun'),
  edited: nullable(time('When it was last changed since')),
  version: whole('The number of the save.'),
  likes,
  liked: pipe(boolean(), description('Whether the viewer likes it.')),
  comments: whole('Comments that are not hidden.'),
})
const postList = pipe(array(post), maxLength(POST_LIMITS.page))
export const savedPost = strictObject({
  pid: opaqueId('Id of the post.'),
  version: whole('The number of the save.'),
  created: time('When it was published; for a draft, when it was begun'),
  edited: nullable(time('When it was last changed since')),
})
export const postPage = strictObject({
  posts: postList,
  next: nullable(whole('The `offset` of the next page; null on the last page.')),
  canPost: pipe(boolean(), description('Whether the viewer is the owner.')),
})
export const postAnswer = strictObject({ post })
export const draftList = strictObject({ posts: pipe(array(post), maxLength(POST_LIMITS.drafts)) })
export const postFeedPage = strictObject({ posts: postList, next: nextCursor })
export const postLikes = strictObject({ likes, liked: boolean() })
const comment = strictObject({
  id: opaqueId('Id of the comment.'),
  author: person,
  text: text('Plain text with line breaks.'),
  created: time('When it was written'),
  mine: pipe(boolean(), description('Whether the viewer wrote it.')),
  removable: pipe(boolean(), description('Whether the viewer may delete it.')),
  hidden: pipe(boolean(), description('Whether an admin hid it. Only its author gets a hidden comment.')),
})
export const commentPage = strictObject({ comments: pipe(array(comment), maxLength(POST_LIMITS.comments)), next: nextCursor })
export const commentAnswer = strictObject({ comment })

const report = strictObject({
  reason: picklist(POST_REPORT_REASONS),
  text: text('From the reporter; it may be empty.'),
  at: time('When it was sent'),
  content: text('What was reported, as plain text; at most 10,000 characters, and dots if it is cut.'),
})
const reportedEntries = {
  id: text('The `pid` of the post, or the id of the comment, the listing, the member, or the member whose page it is.'),
  author: strictObject({ id: whole('User id.'), name: text('The name that others see; empty without one.') }),
  text: text('Plain text, as it is now, with the addresses of its links; at most 40,000 characters, and dots if it is cut.'),
  version: whole('Changes with every change of its content; 0 for a comment.'),
  hidden: boolean(),
  count: whole('Number of open reports.'),
  reports: pipe(array(report), maxLength(10)),
}
const reportedFiles = {
  media: pipe(
    array(media),
    maxLength(MAX_REPORTED_FILES),
    description('Its files as they are now, with the pictures in its text; the first 20 of them.'),
  ),
  mediaCount: whole('Number of all its files.'),
}
export const postReportPage = strictObject({
  things: array(
    variant('kind', [
      strictObject({
        kind: literal('post'),
        pid: opaqueId('The post.'),
        creatorName: text('The name of the creator.'),
        isDraft: pipe(
          boolean(),
          description('Whether its author took it back as a draft, which is private: then it has neither text nor files nor a link.'),
        ),
        ...reportedFiles,
        link: text('An address with http or https; empty without one.'),
        preview: nullable(linkPreview),
        ...reportedEntries,
      }),
      strictObject({
        kind: literal('comment'),
        pid: opaqueId('The post of the comment.'),
        creatorName: text('The name of the creator.'),
        ...reportedEntries,
      }),
      strictObject({
        kind: literal('listing'),
        listType: picklist(LIST_TYPES),
        title: text('Its title, as it is now.'),
        ...reportedFiles,
        ...reportedEntries,
      }),
      strictObject({ kind: literal('person'), ...reportedFiles, ...reportedEntries }),
      strictObject({
        kind: literal('page'),
        creatorName: text('The name of the creator.'),
        ...reportedFiles,
        ...reportedEntries,
      }),
    ]),
  ),
  next: nextCursor,
})
const suspension = {
  at: time('When it was decided'),
  until: nullable(time('When the suspension ends by itself; null until an admin ends it')),
  reason: text('Plain text, which the member reads.'),
}
export const memberStanding = strictObject({
  userId: whole('User id.'),
  name: text('The name that others see; empty without one.'),
  isExempt: pipe(boolean(), description('Whether it is the caller or an admin of our contracts, who can be neither warned nor suspended.')),
  suspension: nullable(strictObject(suspension)),
  past: pipe(
    array(
      strictObject({
        kind: picklist(['warning', 'suspension']),
        ...suspension,
        endedAt: nullable(time('When the suspension ended; null for a warning')),
        endReason: nullable(text('Why an admin ended it; null for a warning, and if it ended by itself.')),
      }),
    ),
    maxLength(50),
  ),
})
export const suspendedMemberPage = strictObject({
  members: pipe(
    array(strictObject({ userId: whole('User id.'), name: text('The name that others see; empty without one.'), ...suspension })),
    maxLength(20),
  ),
  next: nextCursor,
})
export const promotedCreators = strictObject({
  creators: pipe(
    array(
      strictObject({
        user_id: whole('User id.'),
        name: text('The name of the creator; the page is at `/{name}/`.'),
        title: text('The title of the page.'),
        picture,
        primary_color: picklist(PALETTE),
        secondary_color: picklist(PALETTE),
      }),
    ),
    maxLength(MAX_PROMOTED),
  ),
})
export const creatorParts = strictObject({
  creators: array(whole('Number of a part of getCreatorAddresses.')),
  posts: array(whole('Number of a part of getPostAddresses.')),
})
export const creatorAddresses = strictObject({
  creators: pipe(
    array(
      strictObject({
        name: text('The name of the creator; the page is at `/{name}/`.'),
        updatedAt: time('When the page was saved; 0 if it is unknown'),
      }),
    ),
    maxLength(PART_SIZE),
  ),
})
export const postAddresses = strictObject({
  posts: pipe(
    array(
      strictObject({
        name: text('The name of the creator.'),
        pid: text('The post is at `/{name}/p/{pid}`.'),
        updatedAt: time('When the post was last changed; 0 if it is unknown'),
      }),
    ),
    maxLength(PART_SIZE),
  ),
})
