package com.lantern.festival.member;

public enum MemberStatus {
    ACTIVE,
    SUSPENDED,
    LEFT
}
