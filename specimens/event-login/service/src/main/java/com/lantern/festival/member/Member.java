package com.lantern.festival.member;

import java.time.LocalDateTime;

public record Member(
        long id, String email, String name, String passwordHash, LocalDateTime passwordChangedAt, MemberStatus status) {
    public boolean isActive() {
        return status == MemberStatus.ACTIVE;
    }
}
