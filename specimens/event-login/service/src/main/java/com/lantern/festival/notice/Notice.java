package com.lantern.festival.notice;

/** What a member is told after a login. */
public record Notice(Kind kind, String title, String text) {
    public enum Kind {
        EVENT_START,
        CHANGE_PASSWORD
    }
}
