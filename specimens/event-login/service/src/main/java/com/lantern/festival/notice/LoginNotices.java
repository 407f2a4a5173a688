package com.lantern.festival.notice;

import com.lantern.festival.member.Member;
import java.util.List;
import java.util.Optional;

/** What a login does about notices. */
public interface LoginNotices {
    /** Those that the answer tells, where it tells any. */
    Optional<List<Notice>> at(Member member, String messagingToken);
}
