package com.lantern.festival.member;

import java.util.Optional;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;

@Mapper
public interface MemberMapper {
    Optional<Member> byEmail(@Param("email") String email);
}
