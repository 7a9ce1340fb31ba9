// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Marketplace} from "../../src/Marketplace.sol";
import {Platform} from "../../src/Platform.sol";
import {HostileNft} from "../mocks/HostileNft.sol";
import {MarketBase} from "./MarketBase.sol";

/// @dev A platform that says any fee at all.
contract GreedyPlatform {
    uint256 public feeBps;
    address public treasuryAddress;

    function set(uint256 bps, address to) external {
        (feeBps, treasuryAddress) = (bps, to);
    }

    function getPlatformFees(address) external view returns (uint256, address) {
        return (feeBps, treasuryAddress);
    }
}

/// @dev Who gets how much of a price: bounds, the seller's limit, and that it adds up.
contract SplitTest is MarketBase {
    HostileNft private odd;

    function setUp() public override {
        super.setUp();
        odd = new HostileNft();
        odd.mint(seller, ID);
        vm.prank(seller);
        odd.setApprovalForAll(address(market), true);
    }

    function _assertSplit(uint256 price, uint256 fee, uint256 royalty, address receiver) private view {
        (uint256 toSeller, uint256 itsFee, uint256 itsRoyalty, address itsReceiver) =
            market.getSplit(address(odd), ID, seller, price);
        assertEq(itsFee, fee, "fee");
        assertEq(itsRoyalty, royalty, "royalty");
        assertEq(itsReceiver, receiver, "receiver");
        assertEq(toSeller, price - fee - royalty, "rest");
    }

    function _setRoyalty(address receiver, uint256 amount) private {
        odd.setRoyalty(uint160(receiver), amount);
    }

    /// @dev The seller sells the odd token to the buyer for an offer.
    function _sell(uint256 price, uint256 maxCutBps) private {
        vm.prank(buyer);
        market.createOffer{value: price}(address(odd), ID, price, NATIVE, block.timestamp);
        vm.prank(seller);
        market.acceptOffer(address(odd), ID, buyer, price, NATIVE, maxCutBps);
    }

    function test_royaltiesAreBounded() public {
        _setRoyalty(royalties, ROYALTY);
        _assertSplit(PRICE, FEE, ROYALTY, royalties);
        uint256[4] memory greedy = [PRICE / 10 + 1, PRICE, 2 * PRICE, type(uint256).max];
        for (uint256 i = 0; i < 4; ++i) {
            _setRoyalty(royalties, greedy[i]);
            _assertSplit(PRICE, FEE, PRICE / 10, royalties);
        }
        _sell(PRICE, 2000);
        assertEq(royalties.balance, PRICE / 10);
        assertEq(seller.balance, 1e30 + PRICE - FEE - PRICE / 10);
    }

    function test_royaltiesToNobody() public {
        address[3] memory nobody = [address(0), address(market), seller];
        for (uint256 i = 0; i < 3; ++i) {
            _setRoyalty(nobody[i], ROYALTY);
            _assertSplit(PRICE, FEE, 0, address(0));
        }
        _setRoyalty(royalties, 0);
        _assertSplit(PRICE, FEE, 0, royalties);
        // a word that is no address
        odd.setRoyalty(uint256(uint160(royalties)) | 1 << 160, ROYALTY);
        _assertSplit(PRICE, FEE, 0, address(0));
        _setRoyalty(seller, PRICE);
        _sell(PRICE, 1000);
        assertEq(seller.balance, 1e30 + PRICE - FEE);
    }

    function test_aCollectionWithoutRoyalties() public {
        // no such function, and no collection at all
        (uint256 toSeller, uint256 fee, uint256 royalty,) = market.getSplit(address(usdc), ID, seller, PRICE);
        assertEq(toSeller + fee, PRICE);
        assertEq(royalty, 0);
        (toSeller, fee, royalty,) = market.getSplit(stranger, ID, seller, PRICE);
        assertEq(toSeller + fee, PRICE);
        assertEq(royalty, 0);
    }

    function test_answersThatMakeNoSense() public {
        _setRoyalty(royalties, ROYALTY);
        HostileNft.Part[4] memory parts = [
            HostileNft.Part.RoyaltyReverts,
            HostileNft.Part.RoyaltyRevertsWithMegabyte,
            HostileNft.Part.RoyaltyAnswersShort,
            HostileNft.Part.RoyaltyBurnsGas
        ];
        for (uint256 i = 0; i < parts.length; ++i) {
            odd.act(parts[i]);
            uint256 gas = gasleft();
            _assertSplit(PRICE, FEE, 0, address(0));
            assertLt(gas - gasleft(), 150_000, "what a hostile collection can burn");
        }
        // a long answer is read as far as it goes
        odd.act(HostileNft.Part.RoyaltyAnswersMegabyte);
        _assertSplit(PRICE, FEE, ROYALTY, royalties);
        odd.act(HostileNft.Part.RoyaltyBurnsGas);
        _sell(PRICE, 1000);
        assertEq(odd.ownerOf(ID), buyer);
    }

    /// @dev With any amount of gas a sale either fails or pays the royalty.
    function test_nobodyCanStarveARoyalty() public {
        _setRoyalty(royalties, ROYALTY);
        vm.prank(buyer);
        market.createOffer{value: PRICE}(address(odd), ID, PRICE, NATIVE, EXPIRES);
        bytes memory call = abi.encodeCall(Marketplace.acceptOffer, (address(odd), ID, buyer, PRICE, NATIVE, CUT_BPS));
        odd.act(HostileNft.Part.RoyaltyAnswersMegabyte);
        uint256 snapshot = vm.snapshotState();
        uint256 sold;
        for (uint256 gas = 40_000; gas < 260_000; gas += 500) {
            vm.prank(seller);
            (bool ok,) = address(market).call{gas: gas}(call);
            if (!ok) continue;
            ++sold;
            assertEq(royalties.balance, ROYALTY, "starved");
            vm.revertToState(snapshot);
        }
        assertGt(sold, 100);
    }

    function test_customFees() public {
        vm.prank(admin);
        platform.setCustomFees(seller, 0);
        _assertSplit(PRICE, 0, 0, address(0));
        vm.prank(admin);
        platform.setCustomFees(seller, 2000);
        _assertSplit(PRICE, PRICE / 5, 0, address(0));
        _sell(PRICE, 2000);
        assertEq(market.feesOf(NATIVE), PRICE / 5);
    }

    /// @dev The platform is asked, but not trusted with more than the marketplace's own cap.
    function test_feesAreBoundedWhateverThePlatformSays() public {
        GreedyPlatform greedy = new GreedyPlatform();
        market = _newMarket(admin, Platform(address(greedy)));
        vm.prank(seller);
        odd.setApprovalForAll(address(market), true);
        uint256[3] memory fees = [uint256(2001), 10_000, type(uint256).max];
        for (uint256 i = 0; i < 3; ++i) {
            greedy.set(fees[i], treasury);
            _assertSplit(PRICE, PRICE / 5, 0, address(0));
        }
        _sell(PRICE, 2000);
        assertEq(seller.balance, 1e30 + PRICE * 4 / 5);
    }

    // ---- The seller's limit

    function test_aFeeRaisedAfterTheListing() public {
        _list();
        vm.prank(admin);
        platform.setDefaultFees(FEE_BPS + 1);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.CutTooHigh.selector, FEE + PRICE / 10_000 + ROYALTY, FEE + ROYALTY));
        _purchase(address(nft), PRICE, NATIVE);
        // a lower one is the seller's gain
        vm.prank(admin);
        platform.setDefaultFees(0);
        _purchase(address(nft), PRICE, NATIVE);
        assertEq(seller.balance, 1e30 + PRICE - ROYALTY);
    }

    function test_aRoyaltyRaisedAfterTheListing() public {
        _list();
        nft.setRoyalty(royalties, ROYALTY_BPS + 1);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.CutTooHigh.selector, FEE + PRICE / 10_000 + ROYALTY, FEE + ROYALTY));
        _purchase(address(nft), PRICE, NATIVE);
    }

    function test_aFeeRaisedInFrontOfWhoAccepts() public {
        _approve();
        _offer(PRICE, NATIVE);
        vm.prank(admin);
        platform.setCustomFees(seller, 2000);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.CutTooHigh.selector, PRICE / 5 + ROYALTY, FEE + ROYALTY));
        _accept(PRICE, NATIVE);
    }

    /// @dev Whichever way a collection rounds, a limit of fee and royalty in basis points lets the sale through.
    function testFuzz_theLimitIsMetByWhatItIsTheSumOf(uint80 price, uint256 feeBps, uint256 royaltyBps, bool up) public {
        price = uint80(bound(price, 1, type(uint80).max));
        feeBps = bound(feeBps, 0, 2000);
        royaltyBps = bound(royaltyBps, 0, 1000);
        vm.prank(admin);
        platform.setDefaultFees(feeBps);
        _setRoyalty(royalties, (uint256(price) * royaltyBps + (up ? 9999 : 0)) / 10_000);
        _sell(price, feeBps + royaltyBps);
        assertEq(odd.ownerOf(ID), buyer);
    }

    /// @dev What a seller gets is never less than its limit leaves, but for the unit by which the limit is rounded up.
    function testFuzz_theSellerGetsWhatItWasPromised(uint80 price, uint256 feeBps, uint256 royalty, uint256 maxCutBps) public {
        price = uint80(bound(price, 1, type(uint80).max));
        maxCutBps = bound(maxCutBps, 0, 3000);
        vm.prank(admin);
        platform.setDefaultFees(bound(feeBps, 0, 2000));
        _setRoyalty(royalties, bound(royalty, 0, price));
        vm.prank(seller);
        market.listNFT(address(odd), ID, price, NATIVE, maxCutBps, EXPIRES);
        vm.prank(seller);
        odd.approve(address(market), ID);
        vm.prank(buyer);
        try market.purchaseNFT{value: price}(address(odd), ID, price, NATIVE) {
            assertGe((seller.balance - 1e30 + 1) * 10_000, uint256(price) * (10_000 - maxCutBps));
        } catch {
            assertEq(odd.ownerOf(ID), seller);
        }
    }

    function testFuzz_thePartsAddUp(uint80 price, uint256 feeBps, uint256 royalty) public {
        price = uint80(bound(price, 1, type(uint80).max));
        feeBps = bound(feeBps, 0, 2000);
        royalty = bound(royalty, 0, uint256(price) * 2);
        vm.prank(admin);
        platform.setDefaultFees(feeBps);
        _setRoyalty(royalties, royalty);
        (uint256 toSeller, uint256 fee, uint256 toReceiver,) = market.getSplit(address(odd), ID, seller, price);
        assertEq(toSeller + fee + toReceiver, price);
        assertEq(fee, uint256(price) * feeBps / 10_000);
        assertLe(toReceiver, uint256(price) / 10);
        _sell(price, 3000);
        assertEq(seller.balance - 1e30, toSeller);
        assertEq(royalties.balance, toReceiver);
        assertEq(market.feesOf(NATIVE), fee);
        assertEq(address(market).balance, fee);
        assertEq(1e30 - buyer.balance, price);
    }

    /// @dev Where the shares round to nothing the seller gets it all.
    function test_dust() public {
        _setRoyalty(royalties, 1);
        _assertSplit(1, 0, 0, royalties);
        _sell(1, 0);
        assertEq(seller.balance, 1e30 + 1);
    }
}
