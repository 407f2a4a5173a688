package com.lantern.festival.session;

import java.time.Instant;

public record Session(String id, long memberId, String memberName, Instant openedAt) {}
