import { mkdirSync } from 'node:fs'
import sharp from 'sharp'

/**
 * Draws the portraits of the demo people into `pictures/`, in the brand's colours: a person in front of hills at some time of day. Run it
 * after a change: `node workers/local/seed/portraits.ts`.
 */

const SIZE = 512

/** Two colours of a surface, in light and in shade. */
type Tone = readonly [light: string, shade: string]

interface Portrait {
  /** Sky from top to horizon, then the hills from far to near. */
  hour: { sky: readonly [string, string]; sun: string; hills: readonly [string, string] }
  skin: Tone
  hair: Tone
  cloth: Tone
  lips: string
  /** The position of the sun. */
  sunAt: readonly [x: number, y: number, radius: number]
  /**
   * Drawn behind the shoulders, over the clothes, and over the face, as SVG. `HAIR`, `HAIR2`, `CLOTH`, `CLOTH2`, `SKIN`, `SKIN2` are
   * replaced by the person's colours.
   */
  behind: string
  clothes: string
  front: string
  brow?: 'soft' | 'strong' | 'arched'
  eyes?: 'open' | 'smiling'
  mouth?: 'smile' | 'grin' | 'calm'
  beard?: string
}

const DUSK = { sky: ['#43286b', '#f08a6c'], sun: '#fff0cf', hills: ['#8a4a72', '#4b2a5a'] } as const
const EVENING = { sky: ['#a5446b', '#ffb27a'], sun: '#ffe9c4', hills: ['#b0566a', '#743359'] } as const
const NIGHT = { sky: ['#12224a', '#5f86bb'], sun: '#f4f1df', hills: ['#3c6294', '#223f6c'] } as const
const DAWN = { sky: ['#b97aa6', '#ffd9c2'], sun: '#fff7ea', hills: ['#b986b4', '#784f8a'] } as const
const SEA = { sky: ['#2c8480', '#f5e4b3'], sun: '#fff9e2', hills: ['#55a394', '#2c7167'] } as const
const DAY = { sky: ['#58a3c6', '#f8edc8'], sun: '#fffbe6', hills: ['#8fbb87', '#528d66'] } as const

const FACE = 'M183 206C181 128 331 128 329 206C331 262 310 321 256 323C202 321 181 262 183 206Z'
const SHOULDERS = 'M60 512C64 428 132 400 212 380Q256 404 300 380C380 400 448 428 452 512Z'

export const PORTRAITS: Record<string, Portrait> = {
  aiko: {
    hour: DUSK,
    sunAt: [396, 132, 52],
    skin: ['#f6cfae', '#e0a987'],
    hair: ['#2a1f2b', '#181119'],
    cloth: ['#e9e2d6', '#c9bda9'],
    lips: '#c45b54',
    eyes: 'smiling',
    brow: 'soft',
    behind: '<path d="M160 214C152 96 360 96 352 214L358 318C352 344 160 344 154 318Z" fill="HAIR2"/>',
    clothes:
      '<path d="M60 512C64 428 132 400 204 382L256 446L308 382C380 400 448 428 452 512Z" fill="#2f4a6d"/><path d="M204 382L256 446L244 512H150C150 450 168 408 204 382Z" fill="#3b5c86"/><path d="M212 380L256 440L300 380" fill="none" stroke="CLOTH" stroke-width="10"/>',
    front:
      '<path d="M166 262C158 116 232 112 256 112C280 112 354 116 346 262C340 232 334 214 328 200C300 206 214 206 184 200C178 214 172 232 166 262Z" fill="HAIR"/><path d="M184 200C214 208 300 208 328 200L326 188C290 196 222 196 186 188Z" fill="HAIR2"/><path d="M154 318C150 270 156 220 172 196C178 240 178 290 184 326C172 334 158 330 154 318ZM358 318C362 270 356 220 340 196C334 240 334 290 328 326C340 334 354 330 358 318Z" fill="HAIR"/><path d="M206 134C222 122 250 118 276 122C256 126 230 130 206 134Z" fill="#5b4660" opacity=".8"/>',
  },
  ben: {
    hour: EVENING,
    sunAt: [112, 118, 46],
    skin: ['#f7c9a6', '#e0a07a'],
    hair: ['#a85a2a', '#7f3f1b'],
    cloth: ['#fbf6ec', '#dccfb9'],
    lips: '#b9574a',
    brow: 'strong',
    mouth: 'grin',
    behind: '',
    clothes:
      '<path d="SHOULDERS" fill="CLOTH"/><path d="M212 380Q256 404 300 380L316 388Q256 430 196 388Z" fill="CLOTH2"/><path d="M150 512V420L186 396L196 440H316L326 396L362 420V512Z" fill="#7a3b2e"/><path d="M196 440H316V512H196Z" fill="#8a4636"/>',
    beard:
      '<path d="M183 232C186 300 206 340 256 342C306 340 326 300 329 232C322 256 312 268 300 270C286 262 226 262 212 270C200 268 190 256 183 232Z" fill="HAIR"/><path d="M222 276C234 266 250 268 256 272C262 268 278 266 290 276C280 280 266 280 256 278C246 280 232 280 222 276Z" fill="HAIR2"/>',
    front:
      '<path d="M178 216C166 150 196 112 256 110C318 108 346 150 334 216C330 196 324 184 314 176C286 180 246 172 226 160C214 176 196 184 190 190C184 198 180 206 178 216Z" fill="HAIR"/><path d="M226 160C246 172 286 180 314 176C300 168 262 164 240 148Z" fill="HAIR2"/>',
  },
  tomas: {
    hour: SEA,
    sunAt: [404, 110, 40],
    skin: ['#d9a273', '#b97d50'],
    hair: ['#3a3230', '#221c1b'],
    cloth: ['#24384f', '#182738'],
    lips: '#9a4f40',
    brow: 'strong',
    mouth: 'calm',
    behind: '',
    clothes:
      '<path d="SHOULDERS" fill="CLOTH"/><path d="M212 380L256 470L300 380Q256 404 212 380Z" fill="#f4efe6"/><path d="M212 380L196 388L236 470L256 512H240L168 420ZM300 380L316 388L276 470L256 512H272L344 420Z" fill="CLOTH2"/><path d="M246 430H266L272 512H240Z" fill="#b4533c"/>',
    beard:
      '<path d="M214 274C232 258 250 262 256 268C262 262 280 258 298 274C284 282 266 280 256 278C246 280 228 282 214 274Z" fill="HAIR"/>',
    front:
      '<path d="M179 226C166 140 204 114 262 112C322 112 346 150 333 226C330 206 326 192 318 180C290 176 262 168 246 152C230 170 206 178 194 184C186 196 182 208 179 226Z" fill="HAIR"/><path d="M179 226C176 204 178 190 184 178L194 184C186 196 182 208 179 226ZM333 226C336 204 334 190 328 178L318 180C326 192 330 206 333 226Z" fill="#9a928c"/><g fill="#ffffff2e" stroke="#2b2320" stroke-width="5"><rect x="196" y="212" width="50" height="38" rx="14"/><rect x="266" y="212" width="50" height="38" rx="14"/><path d="M246 226Q256 219 266 226M196 224L182 220M316 224L330 220" fill="none"/></g>',
  },
  hana: {
    hour: DAWN,
    sunAt: [110, 128, 44],
    skin: ['#f8d6ba', '#e5b291'],
    hair: ['#4a3029', '#331f1a'],
    cloth: ['#7f9c78', '#5f7d5b'],
    lips: '#c8645f',
    eyes: 'open',
    brow: 'soft',
    behind:
      '<circle cx="256" cy="106" r="46" fill="HAIR2"/><path d="M168 220C158 106 354 106 344 220L340 292C330 314 182 314 172 292Z" fill="HAIR2"/>',
    clothes:
      '<path d="SHOULDERS" fill="CLOTH"/><path d="M206 376C216 356 296 356 306 376L310 396C290 416 222 416 202 396Z" fill="CLOTH"/><path d="M202 394C222 414 290 414 310 394L312 402C290 424 222 424 200 402Z" fill="CLOTH2"/><path d="M120 440V512M160 424V512M352 424V512M392 440V512M206 432V512M306 432V512M256 434V512" stroke="CLOTH2" stroke-width="5" opacity=".55"/>',
    front:
      '<path d="M172 262C158 142 196 110 258 110C320 110 354 142 340 262C336 226 326 196 300 168C276 160 262 154 254 146C244 172 204 186 188 204C178 220 174 238 172 262Z" fill="HAIR"/><path d="M254 146C244 172 204 186 188 204C198 178 226 160 254 146Z" fill="HAIR2"/><circle cx="256" cy="94" r="40" fill="HAIR"/><path d="M230 78C244 66 268 66 282 78" fill="none" stroke="#74524a" stroke-width="5" stroke-linecap="round"/><path d="M222 112Q256 126 290 112" fill="none" stroke="#d9795f" stroke-width="9" stroke-linecap="round"/>',
  },
  lena: {
    hour: DAY,
    sunAt: [406, 116, 46],
    skin: ['#fad7bd', '#e9b394'],
    hair: ['#e8bd6d', '#c8964a'],
    cloth: ['#d2583a', '#ab4029'],
    lips: '#cc5f58',
    brow: 'arched',
    mouth: 'grin',
    behind:
      '<path d="M158 224C146 88 366 88 354 224C362 280 378 330 370 396C356 424 330 418 318 400H194C182 418 156 424 142 396C134 330 150 280 158 224Z" fill="HAIR2"/>',
    clothes:
      '<path d="SHOULDERS" fill="CLOTH"/><path d="M210 352C226 340 286 340 302 352L306 396C288 410 224 410 206 396Z" fill="CLOTH"/><path d="M206 384C224 400 288 400 306 384L308 398C288 414 224 414 204 398Z" fill="CLOTH2"/>',
    front:
      '<path d="M170 250C150 124 206 106 262 106C330 106 358 140 344 250C338 212 330 190 306 166C276 172 232 170 214 150C208 186 184 206 170 250Z" fill="HAIR"/><path d="M214 150C232 170 276 172 306 166C284 160 246 152 230 132Z" fill="HAIR2"/><path d="M170 244C158 300 172 340 158 392C146 380 138 340 146 290C150 258 160 240 170 244ZM342 244C354 300 340 340 354 392C366 380 374 340 366 290C362 258 352 240 342 244Z" fill="HAIR"/><path d="M196 130C216 114 260 110 296 118" fill="none" stroke="#f8dc9f" stroke-width="7" stroke-linecap="round" opacity=".8"/>',
  },
  marcus: {
    hour: NIGHT,
    sunAt: [110, 112, 40],
    skin: ['#7c4a2e', '#5b321d'],
    hair: ['#1c1514', '#100b0b'],
    cloth: ['#e0a53c', '#b87f22'],
    lips: '#6d2f2a',
    brow: 'strong',
    mouth: 'grin',
    behind: '',
    clothes:
      '<path d="SHOULDERS" fill="CLOTH"/><path d="M212 380Q256 404 300 380L310 385Q256 422 202 385Z" fill="CLOTH2"/><path d="M182 396C166 372 168 348 178 332L196 340C190 356 190 372 204 392ZM330 396C346 372 344 348 334 332L316 340C322 356 322 372 308 392Z" fill="#efe9df"/><rect x="164" y="366" width="40" height="62" rx="18" fill="#2a2530"/><rect x="308" y="366" width="40" height="62" rx="18" fill="#2a2530"/><rect x="174" y="376" width="12" height="42" rx="6" fill="#ff7a2e"/><rect x="326" y="376" width="12" height="42" rx="6" fill="#ff7a2e"/>',
    beard:
      '<path d="M184 236C188 298 208 334 256 336C304 334 324 298 328 236C322 262 312 280 298 278C286 266 226 266 214 278C200 280 190 262 184 236Z" fill="HAIR"/><path d="M224 274C238 264 250 266 256 270C262 266 274 264 288 274C276 276 262 276 256 275C250 276 236 276 224 274Z" fill="HAIR"/>',
    front:
      '<path d="M181 222C174 150 182 112 256 108C330 112 338 150 331 222C328 200 326 186 318 172C300 164 276 162 256 162C236 162 212 164 194 172C186 186 184 200 181 222Z" fill="HAIR"/><path d="M200 126C220 114 292 114 312 126" fill="none" stroke="#3b2c2a" stroke-width="6" stroke-linecap="round"/>',
  },
  priya: {
    hour: EVENING,
    sunAt: [404, 124, 44],
    skin: ['#c58a5c', '#a0683f'],
    hair: ['#261a1c', '#150e10'],
    cloth: ['#1f7f7a', '#14605d'],
    lips: '#a8443f',
    brow: 'arched',
    behind:
      '<path d="M160 222C148 92 364 92 352 222C358 290 372 350 366 430C340 450 172 450 146 430C140 350 154 290 160 222Z" fill="HAIR2"/>',
    clothes:
      '<path d="SHOULDERS" fill="CLOTH"/><path d="M212 380Q256 404 300 380L318 389C300 440 212 440 194 389Z" fill="SKIN"/><path d="M194 389C212 440 300 440 318 389L330 394C308 456 204 456 182 394Z" fill="#f2b04d"/>',
    front:
      '<path d="M172 264C154 128 200 106 256 106C312 106 358 128 340 264C336 214 314 178 256 150C198 178 176 214 172 264Z" fill="HAIR"/><path d="M172 256C164 320 172 380 158 440C148 436 142 420 144 380C146 330 158 280 172 256ZM340 256C348 320 340 380 354 440C364 436 370 420 368 380C366 330 354 280 340 256Z" fill="HAIR"/><path d="M254 112V150" stroke="#4a363a" stroke-width="4"/><circle cx="178" cy="262" r="8" fill="#f2b04d"/><circle cx="334" cy="262" r="8" fill="#f2b04d"/><path d="M178 268V284M334 268V284" stroke="#f2b04d" stroke-width="4"/><circle cx="178" cy="288" r="6" fill="#ffd98f"/><circle cx="334" cy="288" r="6" fill="#ffd98f"/>',
  },
  kenji: {
    hour: DAY,
    sunAt: [108, 120, 42],
    skin: ['#eec39b', '#d29c74'],
    hair: ['#2b2a2f', '#19181c'],
    cloth: ['#6d7f9a', '#52637d'],
    lips: '#b05e50',
    brow: 'strong',
    mouth: 'calm',
    behind: '',
    clothes:
      '<path d="SHOULDERS" fill="CLOTH"/><path d="M212 380L256 432L300 380Q256 404 212 380Z" fill="SKIN2"/><path d="M208 376L194 396L238 452L256 432ZM304 376L318 396L274 452L256 432Z" fill="#e8edf4"/><path d="M256 440V512" stroke="CLOTH2" stroke-width="6"/><circle cx="256" cy="476" r="5" fill="#e8edf4"/>',
    beard: '<path d="M236 308Q256 300 276 308Q270 318 256 318Q242 318 236 308Z" fill="HAIR" opacity=".3"/>',
    front:
      '<path d="M178 228C162 146 190 108 262 108C328 108 350 146 334 228C332 206 326 190 316 178L300 190L288 172L268 190L250 170L232 190L214 172L200 188C188 196 182 210 178 228Z" fill="HAIR"/><path d="M212 128C236 114 280 114 304 126" fill="none" stroke="#4d4b55" stroke-width="6" stroke-linecap="round"/><g fill="#ffffff30" stroke="#4a3020" stroke-width="5"><circle cx="222" cy="231" r="25"/><circle cx="290" cy="231" r="25"/><path d="M247 228Q256 221 265 228M197 228L182 224M315 228L330 224" fill="none"/></g>',
  },
  sofia: {
    hour: SEA,
    sunAt: [112, 120, 44],
    skin: ['#f1c8a4', '#d99f78'],
    hair: ['#c9c2bb', '#9d948c'],
    cloth: ['#5c2f52', '#43203c'],
    lips: '#b8484c',
    eyes: 'smiling',
    brow: 'arched',
    behind:
      '<g fill="HAIR2"><circle cx="178" cy="170" r="46"/><circle cx="334" cy="170" r="46"/><circle cx="160" cy="230" r="42"/><circle cx="352" cy="230" r="42"/><circle cx="168" cy="290" r="38"/><circle cx="344" cy="290" r="38"/><circle cx="256" cy="130" r="60"/></g>',
    clothes:
      '<path d="SHOULDERS" fill="CLOTH"/><path d="M212 380Q256 404 300 380L312 386Q256 450 200 386Z" fill="SKIN"/><path d="M200 386Q256 450 312 386L324 391Q256 470 188 391Z" fill="CLOTH2"/><g transform="translate(352 442)"><g fill="#e9695a"><circle r="10" cx="0" cy="-12"/><circle r="10" cx="11" cy="-3"/><circle r="10" cx="7" cy="10"/><circle r="10" cx="-7" cy="10"/><circle r="10" cx="-11" cy="-3"/></g><circle r="7" fill="#ffd27a"/></g>',
    front:
      '<g fill="HAIR"><circle cx="204" cy="142" r="34"/><circle cx="254" cy="126" r="36"/><circle cx="304" cy="142" r="34"/><circle cx="176" cy="184" r="28"/><circle cx="336" cy="184" r="28"/><circle cx="166" cy="232" r="26"/><circle cx="346" cy="232" r="26"/><circle cx="170" cy="276" r="24"/><circle cx="342" cy="276" r="24"/><circle cx="228" cy="160" r="22"/><circle cx="284" cy="160" r="22"/></g><g fill="none" stroke="#e6e0da" stroke-width="5" stroke-linecap="round"><path d="M188 130Q200 114 220 118M238 104Q258 94 276 106M296 120Q318 122 324 140M158 176Q164 164 178 162M350 220Q362 232 356 246M154 224Q150 240 160 252"/></g>',
  },
  mei: {
    hour: DUSK,
    sunAt: [112, 126, 48],
    skin: ['#f9d4b8', '#e6ae90'],
    hair: ['#6a3a2c', '#4c261d'],
    cloth: ['#f3a63d', '#d07f1c'],
    lips: '#cf5d5d',
    brow: 'soft',
    mouth: 'grin',
    behind:
      '<circle cx="172" cy="128" r="38" fill="HAIR"/><circle cx="340" cy="128" r="38" fill="HAIR"/><path d="M154 112Q166 96 186 100M322 112Q334 96 354 100" stroke="#94604c" stroke-width="5" fill="none" stroke-linecap="round"/><path d="M168 216C160 110 352 110 344 216L340 276C330 296 182 296 172 276Z" fill="HAIR2"/>',
    clothes:
      '<path d="SHOULDERS" fill="CLOTH"/><path d="M176 512V416L206 384L214 440H298L306 384L336 416V512Z" fill="#33506e"/><path d="M214 440H298V512H214Z" fill="#3f6186"/><circle cx="206" cy="436" r="8" fill="#ffd98f"/><circle cx="306" cy="436" r="8" fill="#ffd98f"/>',
    front:
      '<path d="M174 254C158 136 196 112 256 112C316 112 354 136 338 254C334 234 330 216 324 202C314 204 306 198 302 190C292 202 276 202 268 192C258 204 240 204 232 192C224 202 210 204 204 194C196 204 192 206 188 206C182 218 178 234 174 254Z" fill="HAIR"/><path d="M212 134C234 122 276 122 300 134" fill="none" stroke="#94604c" stroke-width="6" stroke-linecap="round"/>',
  },
  daniel: {
    hour: DAWN,
    sunAt: [404, 122, 44],
    skin: ['#93593a', '#6f3f26'],
    hair: ['#241a18', '#140e0d'],
    cloth: ['#44617f', '#324a64'],
    lips: '#7d3833',
    brow: 'strong',
    behind:
      '<g fill="none" stroke="HAIR2" stroke-width="19" stroke-linecap="round"><path d="M170 190C156 240 152 290 158 344M186 190C172 250 174 310 178 356M342 190C356 240 360 290 354 344M326 190C340 250 338 310 334 356"/></g>',
    clothes:
      '<path d="SHOULDERS" fill="CLOTH"/><path d="M196 372C214 420 298 420 316 372L344 388C330 446 182 446 168 388Z" fill="CLOTH2"/><path d="M226 430V484M286 430V484" stroke="#e8e2d6" stroke-width="6" stroke-linecap="round"/>',
    beard: '<path d="M222 306C232 296 280 296 290 306C284 328 270 330 256 330C242 330 228 328 222 306Z" fill="HAIR"/>',
    front:
      '<g fill="none" stroke="HAIR" stroke-width="17" stroke-linecap="round"><path d="M178 196C164 240 164 280 168 322M190 196C178 226 178 250 180 276M334 196C348 240 348 280 344 322M322 196C334 226 334 250 332 276"/></g><path d="M166 184C160 96 352 96 346 184Z" fill="#e0662d"/><path d="M160 178H352A12 12 0 0 1 364 190V196A12 12 0 0 1 352 208H160A12 12 0 0 1 148 196V190A12 12 0 0 1 160 178Z" fill="#c4511d"/><path d="M184 182V204M208 182V204M232 182V204M256 182V204M280 182V204M304 182V204M328 182V204" stroke="#a8410f" stroke-width="5" stroke-linecap="round"/><path d="M202 130C222 116 262 112 292 120" fill="none" stroke="#f58d55" stroke-width="7" stroke-linecap="round"/>',
  },
}

const BROWS = {
  soft: '<path d="M206 208Q222 199 240 206M272 206Q290 199 306 208" stroke-width="6"/>',
  strong: '<path d="M202 208Q222 196 242 206M270 206Q290 196 310 208" stroke-width="9"/>',
  arched: '<path d="M204 209Q220 194 240 204M272 204Q292 194 308 209" stroke-width="6"/>',
}
const EYES = {
  open: '<ellipse cx="223" cy="231" rx="8.5" ry="10"/><ellipse cx="289" cy="231" rx="8.5" ry="10"/><g fill="#fff"><circle cx="226" cy="227" r="3"/><circle cx="292" cy="227" r="3"/></g><path d="M209 225Q221 214 237 223M275 223Q291 214 303 225" fill="none" stroke="#231815" stroke-width="4" stroke-linecap="round"/>',
  smiling:
    '<path d="M208 234Q223 219 238 234M274 234Q289 219 304 234" fill="none" stroke="#231815" stroke-width="6" stroke-linecap="round"/>',
}
const MOUTHS = {
  smile: '<path d="M234 284Q256 301 278 284" fill="none" stroke="LIPS" stroke-width="6" stroke-linecap="round"/>',
  grin: '<path d="M230 280Q256 288 282 280Q278 306 256 306Q234 306 230 280Z" fill="LIPS"/><path d="M235 284Q256 291 277 284L275 291Q256 296 237 291Z" fill="#fffaf2"/>',
  calm: '<path d="M238 288Q256 296 274 287" fill="none" stroke="LIPS" stroke-width="6" stroke-linecap="round"/>',
}

/** The portrait of a person as SVG. */
export function drawPortrait(who: Portrait): string {
  const { hour, sunAt, skin, hair, cloth, lips, behind, clothes, front, beard = '', brow = 'soft', eyes = 'open', mouth = 'smile' } = who
  const tones = { HAIR2: hair[1], HAIR: hair[0], CLOTH2: cloth[1], CLOTH: cloth[0], SKIN2: skin[1], SKIN: skin[0], LIPS: lips, SHOULDERS }
  const paint = (svg: string) => Object.entries(tones).reduce((text, [name, value]) => text.replaceAll(name, value), svg)
  const [x, y, radius] = sunAt
  return paint(`<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="62 48 388 388">
<defs>
  <linearGradient id="sky" x2="0" y2="1"><stop stop-color="${hour.sky[0]}"/><stop offset=".85" stop-color="${hour.sky[1]}"/></linearGradient>
  <radialGradient id="glow"><stop stop-color="${hour.sun}" stop-opacity=".75"/><stop offset="1" stop-color="${hour.sun}" stop-opacity="0"/></radialGradient>
  <linearGradient id="light" x1="${x < 256 ? 0 : 1}" x2="${x < 256 ? 1 : 0}"><stop stop-color="#fff4dc" stop-opacity=".28"/><stop offset=".55" stop-color="#fff4dc" stop-opacity="0"/></linearGradient>
  <clipPath id="face"><path d="${FACE}"/></clipPath>
</defs>
<rect width="512" height="512" fill="url(#sky)"/>
<circle cx="${x}" cy="${y}" r="${radius * 3.2}" fill="url(#glow)"/>
<circle cx="${x}" cy="${y}" r="${radius}" fill="${hour.sun}"/>
<path d="M0 330C80 280 150 300 230 316C330 336 420 270 512 300V512H0Z" fill="${hour.hills[0]}"/>
<path d="M0 400C110 350 190 392 280 396C380 400 440 356 512 372V512H0Z" fill="${hour.hills[1]}"/>
${behind}
<path d="M222 296H290V364Q256 390 222 364Z" fill="SKIN2"/>
<g transform="translate(0 -26)">${clothes.includes('SHOULDERS') ? '' : '<path d="SHOULDERS" fill="CLOTH"/>'}${clothes}<path d="SHOULDERS" fill="url(#light)"/></g>
<ellipse cx="181" cy="232" rx="15" ry="22" fill="SKIN2"/><ellipse cx="331" cy="232" rx="15" ry="22" fill="SKIN2"/>
<path d="${FACE}" fill="SKIN"/>
<g clip-path="url(#face)">
  <path d="${x < 256 ? 'M300 120C318 200 312 280 262 330H360V120Z' : 'M212 120C194 200 200 280 250 330H152V120Z'}" fill="SKIN2" opacity=".45"/>
  <ellipse cx="207" cy="264" rx="20" ry="13" fill="LIPS" opacity=".2"/><ellipse cx="305" cy="264" rx="20" ry="13" fill="LIPS" opacity=".2"/>
  <path d="M170 120H342V196Q256 226 170 196Z" fill="SKIN2" opacity=".5"/>
  <path d="${FACE}" fill="url(#light)"/>
</g>
${beard}
<path d="M258 232C262 246 268 254 266 260Q258 266 248 261" fill="none" stroke="SKIN2" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>
<g fill="#231815">${EYES[eyes]}</g>
<g fill="none" stroke="${hair[1]}" stroke-linecap="round">${BROWS[brow]}</g>
${MOUTHS[mouth]}
${front}
</svg>`)
}

if (import.meta.main) {
  const folder = process.argv[2] ? `${process.argv[2]}/` : new URL('pictures/', import.meta.url).pathname
  mkdirSync(folder, { recursive: true })
  for (const [name, who] of Object.entries(PORTRAITS))
    await sharp(Buffer.from(drawPortrait(who)), { density: 144 })
      .resize(SIZE, SIZE)
      .webp({ quality: 84 })
      .toFile(`${folder}portrait-${name}.webp`)
}
