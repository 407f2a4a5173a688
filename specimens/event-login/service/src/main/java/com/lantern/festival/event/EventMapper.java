package com.lantern.festival.event;

import java.time.LocalDateTime;
import java.util.List;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;

@Mapper
public interface EventMapper {
    /** Events that the member has bookmarked and that begin in a stretch of time, the earliest first. */
    List<Event> bookmarkedWithin(
            @Param("memberId") long memberId, @Param("from") LocalDateTime from, @Param("until") LocalDateTime until);

    List<Long> bookmarkedIds(@Param("memberId") long memberId);

    Event byId(@Param("id") long id);
}
