/** Access to the live audio of a call. The URLs and tokens grant access to anyone who has them. */
export type LiveAudio =
  /** A WebSocket that sends 16-bit little-endian PCM in binary messages, and JSON in text ones. */
  | { kind: 'websocket'; url: string }
  /** A WebRTC room; the token allows joining as a listener only. */
  | { kind: 'webrtc'; transport: string; url: string | null; token: string; room: string; iceServers: unknown[]; expiresAt: Date }
