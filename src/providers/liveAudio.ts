/** How to hear a call while it lasts. Addresses and tokens open it to whoever has them. */
export type LiveAudio =
  /** A WebSocket that sends 16-bit little-endian PCM in binary messages, and JSON in text ones. */
  | { kind: 'websocket'; url: string }
  /** A WebRTC room that may be joined with the token and only listened to. */
  | { kind: 'webrtc'; transport: string; url: string | null; token: string; room: string; iceServers: unknown[]; expiresAt: Date }
