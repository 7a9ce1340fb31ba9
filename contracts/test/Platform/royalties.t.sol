// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CollectionBase} from "../Collection/CollectionBase.sol";
import {HostileRoyalty} from "../mocks/HostileRoyalty.sol";

contract RoyaltyReadingTest is CollectionBase {
    HostileRoyalty private liar;

    function setUp() public override {
        super.setUp();
        liar = new HostileRoyalty();
    }

    function _assertRoyalty(address where, address recipient, uint256 feeBps) private view {
        assertEq(platform.getRoyaltyRecipient(where, ID), recipient);
        assertEq(platform.getRoyaltyFee(where, ID), feeBps);
    }

    function test_returnsACollectionsRoyalty() public view {
        _assertRoyalty(address(collection), royalties, ROYALTY_BPS);
    }

    function test_returnsNoneForAccountsThatAreNotCollections() public view {
        _assertRoyalty(stranger, address(0), 0);
        _assertRoyalty(address(usdc), address(0), 0);
    }

    function test_returnsNoneIfTheCollectionReverts() public {
        liar.act(HostileRoyalty.Part.Reverts, abi.encode(royalties, 500));
        _assertRoyalty(address(liar), address(0), 0);
    }

    function test_returnsNoneIfTheCollectionBurnsGas() public {
        liar.act(HostileRoyalty.Part.BurnsGas, "");
        uint256 before = gasleft();
        _assertRoyalty(address(liar), address(0), 0);
        assertLt(before - gasleft(), 300_000);
    }

    function test_returnsNoneIfTheCollectionWrites() public {
        liar.act(HostileRoyalty.Part.Writes, abi.encode(royalties, 500));
        _assertRoyalty(address(liar), address(0), 0);
    }

    function test_returnsNoneForShortAnswers() public {
        liar.act(HostileRoyalty.Part.Answers, abi.encodePacked(uint256(uint160(royalties)), new bytes(31)));
        _assertRoyalty(address(liar), address(0), 0);
        liar.act(HostileRoyalty.Part.Answers, "");
        _assertRoyalty(address(liar), address(0), 0);
    }

    function testFuzz_limitsTheFeeAndIgnoresInvalidAnswers(uint256 recipient, uint256 feeBps) public {
        liar.act(HostileRoyalty.Part.Answers, abi.encode(recipient, feeBps));
        bool sensible = recipient != 0 && recipient <= type(uint160).max && feeBps != 0;
        if (sensible) _assertRoyalty(address(liar), address(uint160(recipient)), feeBps > 10_000 ? 10_000 : feeBps);
        else _assertRoyalty(address(liar), address(0), 0);
    }

    function testFuzz_returnsValidAnswers(address recipient, uint256 feeBps) public {
        testFuzz_limitsTheFeeAndIgnoresInvalidAnswers(uint160(recipient), bound(feeBps, 0, 12_000));
    }
}
