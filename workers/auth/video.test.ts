import { describe, expect, it } from 'vitest'
import { PLAYER_ORIGINS, parseVideo, playerUrl, type VideoProvider, videoLink } from './video.schema.ts'

const YT = { provider: 'youtube', id: 'dQw4w9WgXcQ' }
const DM = { provider: 'dailymotion', id: 'x84sh87' }
const TW = { provider: 'twitch', id: '1234567890' }
const CLIP = { provider: 'twitch', id: 'AwkwardHelplessSalamander-3tXe' }

describe('video URLs', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', YT],
    ['https://www.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&t=42s', YT],
    ['http://m.youtube.com/watch?v=dQw4w9WgXcQ', YT],
    ['youtube.com/shorts/dQw4w9WgXcQ', YT],
    ['https://www.youtube.com/live/dQw4w9WgXcQ?feature=share', YT],
    ['https://youtu.be/dQw4w9WgXcQ?si=abc', YT],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', YT],
    ['HTTPS://YOUTU.BE/dQw4w9WgXcQ', YT],
    ['https://www.dailymotion.com/video/x84sh87', DM],
    ['https://www.dailymotion.com/video/x84sh87_a-title-of-old_shortfilms', DM],
    ['https://www.dailymotion.com/embed/video/x84sh87', DM],
    ['https://geo.dailymotion.com/player/xabc.html?video=x84sh87', DM],
    ['https://dai.ly/x84sh87', DM],
    ['https://www.twitch.tv/videos/1234567890?t=1h', TW],
    ['https://player.twitch.tv/?video=v1234567890&parent=example.com', TW],
    ['https://clips.twitch.tv/AwkwardHelplessSalamander-3tXe', CLIP],
    ['https://www.twitch.tv/somebody/clip/AwkwardHelplessSalamander-3tXe', CLIP],
  ])('parseVideo accepts %s', (link, video) => expect(parseVideo(link)).toEqual(video))

  it.each([
    '',
    ' ',
    'dQw4w9WgXcQ',
    'https://',
    'https://vimeo.com/1234567',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://evil.example/https://youtu.be/dQw4w9WgXcQ',
    'https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
    'https://user@youtu.be/dQw4w9WgXcQ',
    'https://youtu.be:8443/dQw4w9WgXcQ',
    'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
    'data:text/html,youtu.be/dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=dQw4w9WgXc"',
    'https://www.youtube.com/watch?v=../../evil',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ1',
    'https://www.youtube.com/@channel',
    'https://www.youtube.com/embed/dQw4w9WgXcQ/../../evil',
    'https://www.dailymotion.com/video/',
    'https://www.dailymotion.com/video/x84%22sh87',
    'https://www.twitch.tv/somebody',
    'https://www.twitch.tv/videos/12%20%22',
    'https://constructor/x',
    'https://__proto__/dQw4w9WgXcQ',
  ])('parseVideo rejects %j', (link) => expect(parseVideo(link)).toBeNull())

  it('parseVideo reads a URL of videoLink as the same video', () => {
    for (const video of [YT, DM, TW, CLIP] as { provider: VideoProvider; id: string }[]) expect(parseVideo(videoLink(video))).toEqual(video)
  })

  it('playerUrl uses only the allowed origins', () => {
    for (const video of [YT, DM, TW, CLIP] as { provider: VideoProvider; id: string }[])
      expect(PLAYER_ORIGINS).toContain(new URL(playerUrl(video, 'warren.example')).origin)
    expect(playerUrl(TW as never, 'warren.example')).toContain('video=v1234567890&parent=warren.example')
  })
})
